/** Conditions on rows of `api_keys` that other modules share. They read the clock of the database. */

/**
 * USABLE_KEY: requests with the key are not rejected with 401. Also of keys revoked by hand when the clock steps back: only a
 * replaced key, which has `retires_at`, is compared with the clock.
 */
export const USABLE_KEY = `disabled_at is null
        and (revoked_at is null or retires_at > statement_timestamp())
        and (expires_at is null or expires_at > statement_timestamp())`;

/** KEY_BUDGET: the id whose budget the key `k` uses: its own, or that of the first key of its chain of replacements. */
export const KEY_BUDGET = 'coalesce(k.budget_id, k.id)';
