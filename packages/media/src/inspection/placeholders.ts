/** What a writer states that could not know it. */

/** A stated duration or time from two days on is a placeholder. */
export const PLACEHOLDER_SECONDS = 172_800;

/** A stated length of a whole file from here on that the file does not have is a placeholder. */
export const PLACEHOLDER_BYTES = 0x7fff0000;
