/**
 * The statements about circuits: one row per engine whose last exchange failed on the operator's side, and one, named
 * `engine/operation`, per operation that the engine's server cannot do.
 */
import { columns, type RowOf } from '../../platform/database/index.js';
import { FAILURES_TO_OPEN, FIRST_PROBE_SECONDS, LONGEST_PROBE_SECONDS } from './circuit.js';
import type { ProviderCircuitEntity } from './provider-circuit.entity.js';

const COLUMNS = ['provider', 'failures', 'open_until', 'reason', 'changed_at'] as const;
const CIRCUIT_COLUMNS = columns<ProviderCircuitEntity>(...COLUMNS);

/** A row of `CIRCUIT_COLUMNS`. */
export type CircuitRow = RowOf<ProviderCircuitEntity, (typeof COLUMNS)[number]>;

/** Returns the SQL expression for the time of the next probe after `failures` failures. */
const nextProbeAt = (failures: string) =>
  `clock_timestamp() + make_interval(secs => least(${LONGEST_PROBE_SECONDS}, ${FIRST_PROBE_SECONDS} * 2 ^ least(${failures} - ${FAILURES_TO_OPEN}, 10)))`;

/**
 * COUNT_FAILURE: counts a failure of the engine $1 with the reason $2, up to one less than open a circuit: the engine's own check
 * decides the last. An open circuit counts no further failures: they come from exchanges that were under way when it opened.
 * Returns the row, and in `before` the failures that it had.
 *
 * - earlier_failures: of the row before this statement.
 */
export const COUNT_FAILURE = `
with earlier_failures as materialized (
  select failures from provider_circuits where provider = $1
)
insert into provider_circuits as c (provider, failures, reason) values ($1, 1, $2)
on conflict (provider) do update set
  failures = case when c.open_until is null then greatest(c.failures, least(c.failures + 1, ${FAILURES_TO_OPEN - 1})) else c.failures end,
  reason = excluded.reason, changed_at = clock_timestamp()
returning ${CIRCUIT_COLUMNS}, coalesce((select failures from earlier_failures), 0) as before
`;

/** OPEN_CIRCUIT: opens the circuit of the engine $1, whose failures its check has confirmed. */
export const OPEN_CIRCUIT = `
update provider_circuits c set failures = c.failures + 1, changed_at = clock_timestamp(), open_until = ${nextProbeAt('(c.failures + 1)')}
where provider = $1 and open_until is null
returning ${CIRCUIT_COLUMNS}
`;

/** FORGET_FAILURES: the check of the engine $1 has not confirmed its failures. */
export const FORGET_FAILURES = `delete from provider_circuits where provider = $1 and open_until is null`;

/** RECORD_LACK: the server of an engine cannot do an operation, $1 (`engine/operation`), with the reason $2. */
export const RECORD_LACK = `
insert into provider_circuits (provider, failures, reason, open_until)
values ($1, ${FAILURES_TO_OPEN}, $2, ${nextProbeAt(String(FAILURES_TO_OPEN))})
on conflict (provider) do nothing
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
