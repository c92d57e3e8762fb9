/** Other modules share these conditions on rows of `api_keys`. They read the clock of the database. */

/**
 * Requests with such a key are not rejected with 401. Of revoked keys only replaced ones, which have `retires_at`, are compared with the
 * clock: one revoked by hand stays rejected when the clock steps back.
 */
export const USABLE_KEY = `disabled_at is null
        and (revoked_at is null or retires_at > statement_timestamp())
        and (expires_at is null or expires_at > statement_timestamp())`;

/** The id whose budget the key `k` uses: its own, or that of the first key of its chain of replacements. */
export const KEY_BUDGET = 'coalesce(k.budget_id, k.id)';
