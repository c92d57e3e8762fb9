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

/** Returns the SQL expression for the time of the next probe after `failures` failures. */
const nextProbeAt = (failures: string) =>
  `clock_timestamp() + make_interval(secs => least(${LONGEST_PROBE_SECONDS}, ${FIRST_PROBE_SECONDS} * 2 ^ least(${failures} - ${FAILURES_TO_OPEN}, 10)))`;

/**
 * RECORD_FAILURE: counts a failure of the engine $1 with the reason $2; enough consecutive failures open the circuit. An
 * open circuit counts no further failures: they come from exchanges that were under way when it opened.
 */
export const RECORD_FAILURE = `
insert into provider_circuits as c (provider, failures, reason) values ($1, 1, $2)
on conflict (provider) do update set
  failures = c.failures + (c.open_until is null)::int, reason = excluded.reason, changed_at = clock_timestamp(),
  open_until = case
    when c.open_until is not null then c.open_until
    when c.failures + 1 >= ${FAILURES_TO_OPEN} then ${nextProbeAt('(c.failures + 1)')} end
returning ${CIRCUIT_COLUMNS}
`;

/** CLAIM_PROBE: moves the due time of the engine $1. Only the process that gets the row probes the engine. */
export const CLAIM_PROBE = `
update provider_circuits set open_until = clock_timestamp() + interval '15 s'
where provider = $1 and open_until <= clock_timestamp() returning provider
`;

/** RECORD_FAILED_PROBE: the probe of the engine $1 failed with the reason $2. Schedules the next one. */
export const RECORD_FAILED_PROBE = `
update provider_circuits set failures = failures + 1, reason = $2, changed_at = clock_timestamp(), open_until = ${nextProbeAt('(failures + 1)')}
where provider = $1
`;

/** CORRECT_FUTURE: after the database clock stepped back, makes probes due that are more than a minute away. */
export const CORRECT_FUTURE = `
update provider_circuits set open_until = clock_timestamp() where open_until > clock_timestamp() + interval '60 s'
`;

/** LIST_CIRCUITS: every circuit that is not closed, and whether its probe is due. */
export const LIST_CIRCUITS = `select ${CIRCUIT_COLUMNS}, open_until <= clock_timestamp() as due from provider_circuits`;
