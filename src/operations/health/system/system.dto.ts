import { CircuitView } from '../../../generation/index.js';
import type { ProcessRole } from '../../../platform/database/index.js';
import { Field, NullableField, SuccessBody } from '../../../platform/http/index.js';

export class ProcessView {
  @Field('Host and process id.', { example: 'api-1/4711' })
  name!: string;
  @Field.someOf(['api', 'worker'])
  roles!: ProcessRole[];
  @Field('Of Offprint.', { example: '1.0.0' })
  version!: string;
  @Field.instant() startedAt!: string;
  @Field('Its first label. A long one lacks its beginning, which `~` replaces.')
  host!: string;
}

export class EngineQueueView {
  @Field({ example: 'embedded' }) provider!: string;
  @Field.integer('Predictions that no worker has begun.')
  waiting!: number;
  @Field.integer('Begun: at a worker, at the engine, or to be tried again.')
  running!: number;
  @NullableField.number('Null when none waits.')
  oldestWaitingSeconds!: number | null;
}

export class AccountQueueView {
  @Field() accountId!: string;
  @NullableField.text('Of its first user.')
  email!: string | null;
  @Field.integer() waiting!: number;
  @Field() oldestWaitingSeconds!: number;
}

export class QueueStateView {
  @Field(
    'False while more than 10,000 predictions are processing: the counts are then of the 10,000 with the nearest deadlines.',
  )
  complete!: boolean;
  @Field.list(EngineQueueView, 'Configured engines, and others that have predictions.')
  engines!: EngineQueueView[];
  @Field.list(AccountQueueView, 'The 20 with the most waiting predictions.')
  accounts!: AccountQueueView[];
}

export class ThroughputView {
  @Field.integer('The length of the time until now.', { example: 3600 })
  seconds!: number;
  @Field.integer() completed!: number;
  @Field.integer('Failed or cancelled, and refunded.')
  failed!: number;
  @Field('True when the newest 10,000 entries of the ledger do not reach back so far.')
  estimated!: boolean;
}

export class EngineFailuresView {
  @Field({ example: 'embedded' }) provider!: string;
  @Field.integer('Without cancelled predictions.')
  settled!: number;
  @Field.integer() failed!: number;
  @Field('`failed` by `settled`.', { example: 0.02 })
  failureRate!: number;
}

export class SystemCircuitView extends CircuitView {
  @Field({ example: 'embedded' }) provider!: string;
}

export class DatabaseView {
  @Field({ example: '18.1' }) version!: string;
  @Field.integer() bytes!: number;
  @Field.integer('Of all clients of the server.')
  connections!: number;
  @Field.integer('That roles without privileges can use.')
  maxConnections!: number;
}

export class StandbyView {
  @Field() name!: string;
  @NullableField.text('Null when the role of the service may not see it: it needs `pg_monitor`.', {
    example: 'streaming',
  })
  state!: string | null;
  @NullableField.text({ example: 'quorum' }) syncState!: string | null;
  @NullableField.integer('Written, and not yet replayed.')
  lagBytes!: number | null;
  @NullableField.number('Null also when nothing was written lately.')
  lagSeconds!: number | null;
}

export class SnapshotView {
  @Field.integer('Of the session, for `pg_terminate_backend`.')
  pid!: number;
  @Field('Empty when the session has no name.', { example: 'pg_dump' })
  application!: string;
  @Field({ example: 'active' }) state!: string;
  @Field() seconds!: number;
}

export class LedgerStateView {
  @NullableField.instant('The end of the last verification that an administrator requested.')
  verifiedAt!: string | null;
  @NullableField.integer() findings!: number | null;
  @Field.integer('The entry up to which `ledger:verify` has verified the ledger.')
  verifiedTo!: number;
  @Field.integer() lastEntry!: number;
}

export class StorageView {
  @Field('disk, or the name of the replacement.', { example: 'disk' })
  kind!: string;
  @Field() writable!: boolean;
  @NullableField.integer('On the disk of the outputs.')
  freeBytes!: number | null;
  @NullableField.integer() totalBytes!: number | null;
}

export class IndexBuildView {
  @NullableField.text('Null before the index has a row of its own.', { example: 'predictions_by_time' })
  index!: string | null;
  @Field("PostgreSQL's own words.", { example: 'building index: scanning table' })
  phase!: string;
  @NullableField.integer('Of the phase. Null when the phase has no measure.')
  percent!: number | null;
}

export class RunningMigrationView {
  @NullableField.text('Null between two migrations.', { example: 'Wallets1765000100000' })
  name!: string | null;
  @NullableField.instant('Of its first attempt.') startedAt!: string | null;
  @Field.oneOf(['running', 'waiting'], 'waiting: for other transactions that use its tables.')
  state!: 'running' | 'waiting';
  @NullableField.object(IndexBuildView, 'The index that it builds.')
  build!: IndexBuildView | null;
}

export class MigrationsView {
  @Field.texts('In their order.', { example: ['Baseline1765000000000'] })
  applied!: string[];
  @Field.texts('Of the release that answers. Every start runs them.', { example: [] })
  pending!: string[];
  @Field.texts('Applied by a newer release than the one that answers.', { example: [] })
  newer!: string[];
  @Field('The oldest release that may start on this database.', { example: '0.2.0' })
  oldestRelease!: string;
  @NullableField.object(RunningMigrationView, 'Null when no process migrates.')
  running!: RunningMigrationView | null;
  @Field.texts('Left by a build that was killed. The next start that builds them does it again.', {
    example: [],
  })
  invalidIndexes!: string[];
}

/** The parts are read apart, so that one that cannot be read does not fail the others. */
export const PARTS = [
  'processes',
  'migrations',
  'queue',
  'throughput',
  'failures',
  'circuits',
  'database',
  'standbys',
  'snapshots',
  'ledger',
  'storage',
] as const;
export type Part = (typeof PARTS)[number];

export class PartProblem {
  @Field.oneOf(PARTS) part!: Part;
  @Field.oneOf(
    ['too_long', 'not_permitted', 'unavailable'],
    'not_permitted: the role of the service may not read it; unavailable: see the log of the service.',
  )
  reason!: 'too_long' | 'not_permitted' | 'unavailable';
}

export class SystemBody extends SuccessBody {
  @Field.instant() at!: string;
  @NullableField.list(ProcessView, 'Running processes of this database.')
  processes!: ProcessView[] | null;
  @NullableField.object(MigrationsView, 'Of the service; those of extensions only while they run.')
  migrations!: MigrationsView | null;
  @NullableField.object(QueueStateView) queue!: QueueStateView | null;
  @NullableField.list(ThroughputView, 'Of 5 minutes, an hour and a day.')
  throughput!: ThroughputView[] | null;
  @NullableField.list(EngineFailuresView, 'Among the newest 1,000 settled predictions of the last hour.')
  failures!: EngineFailuresView[] | null;
  @NullableField.list(SystemCircuitView) circuits!: SystemCircuitView[] | null;
  @NullableField.object(DatabaseView) database!: DatabaseView | null;
  @NullableField.list(StandbyView, 'Empty when there is none.')
  standbys!: StandbyView[] | null;
  @NullableField.list(
    SnapshotView,
    'Sessions of this database whose snapshot is older than a minute: they keep vacuum from its work.',
  )
  snapshots!: SnapshotView[] | null;
  @NullableField.object(LedgerStateView) ledger!: LedgerStateView | null;
  @NullableField.object(StorageView, 'As the answering process sees it.')
  storage!: StorageView | null;
  @Field.list(PartProblem, 'The parts that are null, and why.')
  problems!: PartProblem[];
}
