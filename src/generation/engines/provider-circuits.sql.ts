/**
 * One row per engine whose last exchange failed on the operator's side, and one, `engine/operation`, per operation that its server lacks.
 */
import { columns, rowOf, type RowOfColumns, sql, statement } from '../../platform/database/index.js';
import { FAILURES_TO_OPEN, FIRST_PROBE_SECONDS, LONGEST_PROBE_SECONDS } from './circuit.js';
import { ProviderCircuitEntity } from './provider-circuit.entity.js';

const COLUMNS = ['provider', 'failures', 'open_until', 'reason', 'changed_at'] as const;
const CIRCUIT_COLUMNS = columns<ProviderCircuitEntity>(...COLUMNS);
const CIRCUIT_ROW = rowOf(ProviderCircuitEntity, ...COLUMNS);

export type CircuitRow = RowOfColumns<typeof CIRCUIT_ROW>;

const nextProbeAt = (failures: string) =>
  `clock_timestamp() + make_interval(secs => least(${LONGEST_PROBE_SECONDS}, ${FIRST_PROBE_SECONDS} * 2 ^ least(${failures} - ${FAILURES_TO_OPEN}, 10)))`;

/**
 * Counts a failure of an engine, up to one less than open a circuit, because the engine's own check decides the last. An open circuit
 * counts no failures: their exchanges began before it opened. Returns the row, and in `before` the failures that it had.
 *
 * - earlier_failures: of the row before this statement.
 */
export const COUNT_FAILURE = statement('generation.count-failure', {
  parameters: { circuit: sql.text, reason: sql.text },
  row: { ...CIRCUIT_ROW, before: sql.integer },
  text: `
with earlier_failures as materialized (
  select failures from provider_circuits where provider = $circuit
)
insert into provider_circuits as c (provider, failures, reason) values ($circuit, 1, $reason)
on conflict (provider) do update set
  failures = case when c.open_until is null then greatest(c.failures, least(c.failures + 1, ${FAILURES_TO_OPEN - 1})) else c.failures end,
  reason = excluded.reason, changed_at = clock_timestamp()
returning ${CIRCUIT_COLUMNS}, coalesce((select failures from earlier_failures), 0) as before
`,
});

/** The engine's check has confirmed the failures. */
export const OPEN_CIRCUIT = statement('generation.open-circuit', {
  parameters: { circuit: sql.text },
  row: CIRCUIT_ROW,
  text: `
update provider_circuits c set failures = c.failures + 1, changed_at = clock_timestamp(), open_until = ${nextProbeAt('(c.failures + 1)')}
where provider = $circuit and open_until is null
returning ${CIRCUIT_COLUMNS}
`,
});

/** The engine's check has not confirmed the failures. */
export const FORGET_FAILURES = statement('generation.forget-failures', {
  parameters: { circuit: sql.text },
  text: `delete from provider_circuits where provider = $circuit and open_until is null`,
});

export const RECORD_LACK = statement('generation.record-lack', {
  parameters: { circuit: sql.text, reason: sql.text },
  row: CIRCUIT_ROW,
  text: `
insert into provider_circuits (provider, failures, reason, open_until)
values ($circuit, ${FAILURES_TO_OPEN}, $reason, ${nextProbeAt(String(FAILURES_TO_OPEN))})
on conflict (provider) do nothing
returning ${CIRCUIT_COLUMNS}
`,
});

/** Moves the due time of a probe. Only the process that gets the row probes the engine. */
export const CLAIM_PROBE = statement('generation.claim-probe', {
  parameters: { circuit: sql.text },
  text: `
update provider_circuits set open_until = clock_timestamp() + interval '15 s'
where provider = $circuit and open_until <= clock_timestamp() returning provider
`,
});

export const RECORD_FAILED_PROBE = statement('generation.record-failed-probe', {
  parameters: { circuit: sql.text, reason: sql.text },
  text: `
update provider_circuits set failures = failures + 1, reason = $reason, changed_at = clock_timestamp(), open_until = ${nextProbeAt('(failures + 1)')}
where provider = $circuit
`,
});

/** After the database clock stepped back, makes probes due that are more than a minute away. */
export const CORRECT_FUTURE = statement('generation.correct-probes', {
  parameters: {},
  text: `
update provider_circuits set open_until = clock_timestamp() where open_until > clock_timestamp() + interval '60 s'
`,
});

/** Every circuit that is not closed, and whether its probe is due. */
export const LIST_CIRCUITS = statement('generation.list-circuits', {
  parameters: {},
  row: { ...CIRCUIT_ROW, due: sql.boolean.orNull },
  text: `select ${CIRCUIT_COLUMNS}, open_until <= clock_timestamp() as due from provider_circuits`,
});
