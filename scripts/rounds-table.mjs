// The table of rounds in docs/operating.md, from src/platform/schedule/rounds.ts and those of the extensions that come with the service.
import { aligned, between } from './check/tables.mjs';

/** Returns docs/operating.md with the table of these rounds. */
export function withRounds(document, rounds) {
  const rows = Object.entries(rounds).map(([name, { everyMs, process, lock, why }]) => [
    `\`${name}\``,
    typeof everyMs === 'number' ? `${everyMs / 1000} s` : everyMs.replace(/[A-Z_]{2,}/, '`$&`'),
    process,
    lock,
    why,
  ]);
  return between(document, 'rounds', aligned([['Round', 'Every', 'Process', 'Lock', 'Why'], ...rows]));
}
