/** Returns docs/extending.md with the table of these fields. @param fields `PLAN_FIELDS` of src/catalogue. */
export function withPlanFields(document: string, fields: Record<string, unknown>): string;
