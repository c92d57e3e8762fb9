// The table of a plan's fields in docs/extending.md, from src/catalogue/plan-fields.ts.
import { aligned, between } from './check/tables.mjs';

/** Returns docs/extending.md with the table of these fields. */
export function withPlanFields(document, fields) {
  const rows = Object.entries(fields).flatMap(([name, { binds }]) => (binds ? [[`\`${name}\``, binds]] : []));
  return between(document, 'plan fields', aligned([['Field', 'Binds'], ...rows]));
}
