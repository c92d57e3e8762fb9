/** Returns docs/operating.md with the table of these rounds. @param rounds `ROUNDS` of src/platform/schedule. */
export function withRounds(document: string, rounds: Record<string, unknown>): string;
