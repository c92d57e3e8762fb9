/** Returns docs/roles.md with the tables of this description. @param description openapi.json. */
export function withRoles(document: string, description: unknown): string;
