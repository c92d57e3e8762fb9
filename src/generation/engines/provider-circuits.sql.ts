/** The statements about circuits: one row per engine whose last exchange failed on the operator's side. */
import { columns } from '../../database/index.js';
import { FAILURES_TO_OPEN, FIRST_PROBE_SECONDS, LONGEST_PROBE_SECONDS } from './circuit.js';
import type { ProviderCircuitEntity } from './provider-circuit.entity.js';

const CIRCUIT_COLUMNS = columns<ProviderCircuitEntity>(
  'provider',
  'failures',
  'open_until',
  'reason',
  'changed_at',
);

/** When a circuit with so many failures is probed next. */
const NEXT_PROBE = (failures: string) =>
  `clock_timestamp() + make_interval(secs => least(${LONGEST_PROBE_SECONDS}, ${FIRST_PROBE_SECONDS} * 2 ^ least(${failures} - ${FAILURES_TO_OPEN}, 10)))`;

/**
 * FAILED: counts a failure of the engine $1 for the reason $2, and opens its circuit when there are enough in a row.
 * Exchanges that were under way when it opened do not count again.
 */
export const FAILED = `
insert into provider_circuits as c (provider, failures, reason) values ($1, 1, $2)
on conflict (provider) do update set
  failures = c.failures + (c.open_until is null)::int, reason = excluded.reason, changed_at = clock_timestamp(),
  open_until = case
    when c.open_until is not null then c.open_until
    when c.failures + 1 >= ${FAILURES_TO_OPEN} then ${NEXT_PROBE('(c.failures + 1)')} end
returning ${CIRCUIT_COLUMNS}
`;

/** CLAIM_PROBE: the process that moves the time on probes the engine $1; the others wait for the result. */
export const CLAIM_PROBE = `
update provider_circuits set open_until = clock_timestamp() + interval '15 s'
where provider = $1 and open_until <= clock_timestamp() returning provider
`;

/** STILL_AWAY: the probe of the engine $1 failed for the reason $2. */
export const STILL_AWAY = `
update provider_circuits set failures = failures + 1, reason = $2, changed_at = clock_timestamp(), open_until = ${NEXT_PROBE('(failures + 1)')}
where provider = $1
`;

/** CORRECT_FUTURE: no probe is further away than a minute after a clock that was ahead has stepped back. */
export const CORRECT_FUTURE = `
update provider_circuits set open_until = clock_timestamp() where open_until > clock_timestamp() + interval '60 s'
`;

/** ALL: every circuit that is not closed, and whether its probe is due. */
export const ALL = `select ${CIRCUIT_COLUMNS}, open_until <= clock_timestamp() as due from provider_circuits`;
