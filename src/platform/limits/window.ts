/** The sliding window of the limits of counted requests. With another one a migration changes the buckets of `budgets`. */
export const WINDOW_SECONDS = 60;

/** So many whole seconds always cover a window: a budget has a bucket for each, and a request takes room for as long at most. */
export const COUNTED_SECONDS = WINDOW_SECONDS + 1;

/** Texts name the window so: requests per minute, 120/min. */
export const WINDOW_NAME = 'minute';
export const WINDOW_UNIT = 'min';
