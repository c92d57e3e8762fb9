import { CircuitView } from '../../../generation/index.js';
import type { ProcessRole } from '../../../platform/database/index.js';
import { ApiProperty } from '../../../platform/http/index.js';

const SECONDS = { type: 'number', nullable: true } as const;
const INTEGER = { type: 'integer' } as const;

export class ProcessView {
  @ApiProperty({ description: 'Host and process id.', example: 'api-1/4711' })
  name!: string;
  @ApiProperty({ enum: ['api', 'worker'], isArray: true })
  roles!: ProcessRole[];
  @ApiProperty({ description: 'Of Offprint.', example: '1.0.0' })
  version!: string;
  @ApiProperty({ format: 'date-time' })
  startedAt!: string;
  @ApiProperty({ description: 'Its first label. A long one lacks its beginning, which `~` replaces.' })
  host!: string;
}

export class EngineQueueView {
  @ApiProperty({ example: 'embedded' })
  provider!: string;
  @ApiProperty({ ...INTEGER, description: 'Predictions that no worker has begun.' })
  waiting!: number;
  @ApiProperty({ ...INTEGER, description: 'Begun: at a worker, at the engine, or to be tried again.' })
  running!: number;
  @ApiProperty({ ...SECONDS, description: 'Null when none waits.' })
  oldestWaitingSeconds!: number | null;
}

export class AccountQueueView {
  @ApiProperty()
  accountId!: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'Of its first user.' })
  email!: string | null;
  @ApiProperty(INTEGER)
  waiting!: number;
  @ApiProperty()
  oldestWaitingSeconds!: number;
}

export class QueueStateView {
  @ApiProperty({
    description:
      'False while more than 10,000 predictions are processing: the counts are then of the 10,000 with the nearest deadlines.',
  })
  complete!: boolean;
  @ApiProperty({
    type: [EngineQueueView],
    description: 'Configured engines, and others that have predictions.',
  })
  engines!: EngineQueueView[];
  @ApiProperty({ type: [AccountQueueView], description: 'The 20 with the most waiting predictions.' })
  accounts!: AccountQueueView[];
}

export class ThroughputView {
  @ApiProperty({ ...INTEGER, description: 'The length of the time until now.', example: 3600 })
  seconds!: number;
  @ApiProperty(INTEGER)
  completed!: number;
  @ApiProperty({ ...INTEGER, description: 'Failed or cancelled, and refunded.' })
  failed!: number;
  @ApiProperty({
    description: 'True when the newest 10,000 entries of the ledger do not reach back so far.',
  })
  estimated!: boolean;
}

export class EngineFailuresView {
  @ApiProperty({ example: 'embedded' })
  provider!: string;
  @ApiProperty({ ...INTEGER, description: 'Without cancelled predictions.' })
  settled!: number;
  @ApiProperty(INTEGER)
  failed!: number;
  @ApiProperty({ description: '`failed` by `settled`.', example: 0.02 })
  failureRate!: number;
}

export class SystemCircuitView extends CircuitView {
  @ApiProperty({ example: 'embedded' })
  provider!: string;
}

export class DatabaseView {
  @ApiProperty({ example: '18.1' })
  version!: string;
  @ApiProperty(INTEGER)
  bytes!: number;
  @ApiProperty({ ...INTEGER, description: 'Of all clients of the server.' })
  connections!: number;
  @ApiProperty({ ...INTEGER, description: 'That roles without privileges can use.' })
  maxConnections!: number;
}

export class StandbyView {
  @ApiProperty()
  name!: string;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Null when the role of the service may not see it: it needs `pg_monitor`.',
    example: 'streaming',
  })
  state!: string | null;
  @ApiProperty({ type: 'string', nullable: true, example: 'quorum' })
  syncState!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Written, and not yet replayed.' })
  lagBytes!: number | null;
  @ApiProperty({ ...SECONDS, description: 'Null also when nothing was written lately.' })
  lagSeconds!: number | null;
}

export class SnapshotView {
  @ApiProperty({ ...INTEGER, description: 'Of the session, for `pg_terminate_backend`.' })
  pid!: number;
  @ApiProperty({ description: 'Empty when the session has no name.', example: 'pg_dump' })
  application!: string;
  @ApiProperty({ example: 'active' })
  state!: string;
  @ApiProperty()
  seconds!: number;
}

export class LedgerStateView {
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'The end of the last verification that an administrator requested.',
  })
  verifiedAt!: string | null;
  @ApiProperty({ type: 'integer', nullable: true })
  findings!: number | null;
  @ApiProperty({ ...INTEGER, description: 'The entry up to which `ledger:verify` has verified the ledger.' })
  verifiedTo!: number;
  @ApiProperty(INTEGER)
  lastEntry!: number;
}

export class StorageView {
  @ApiProperty({ description: 'disk, or the name of the replacement.', example: 'disk' })
  kind!: string;
  @ApiProperty()
  writable!: boolean;
  @ApiProperty({ type: 'integer', nullable: true, description: 'On the disk of the outputs.' })
  freeBytes!: number | null;
  @ApiProperty({ type: 'integer', nullable: true })
  totalBytes!: number | null;
}

/** The parts that are read apart, so that one that cannot be read does not fail the others. */
export const PARTS = [
  'processes',
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
  @ApiProperty({ enum: PARTS })
  part!: Part;
  @ApiProperty({
    enum: ['too_long', 'not_permitted', 'unavailable'],
    description:
      'not_permitted: the role of the service may not read it; unavailable: see the log of the service.',
  })
  reason!: 'too_long' | 'not_permitted' | 'unavailable';
}

export class SystemBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ format: 'date-time' })
  at!: string;
  @ApiProperty({ type: [ProcessView], nullable: true, description: 'Running processes of this database.' })
  processes!: ProcessView[] | null;
  @ApiProperty({ type: QueueStateView, nullable: true })
  queue!: QueueStateView | null;
  @ApiProperty({ type: [ThroughputView], nullable: true, description: 'Of 5 minutes, an hour and a day.' })
  throughput!: ThroughputView[] | null;
  @ApiProperty({
    type: [EngineFailuresView],
    nullable: true,
    description: 'Among the newest 1,000 settled predictions of the last hour.',
  })
  failures!: EngineFailuresView[] | null;
  @ApiProperty({ type: [SystemCircuitView], nullable: true })
  circuits!: SystemCircuitView[] | null;
  @ApiProperty({ type: DatabaseView, nullable: true })
  database!: DatabaseView | null;
  @ApiProperty({ type: [StandbyView], nullable: true, description: 'Empty when there is none.' })
  standbys!: StandbyView[] | null;
  @ApiProperty({
    type: [SnapshotView],
    nullable: true,
    description:
      'Sessions of this database whose snapshot is older than a minute: they keep vacuum from its work.',
  })
  snapshots!: SnapshotView[] | null;
  @ApiProperty({ type: LedgerStateView, nullable: true })
  ledger!: LedgerStateView | null;
  @ApiProperty({ type: StorageView, nullable: true, description: 'As the answering process sees it.' })
  storage!: StorageView | null;
  @ApiProperty({ type: [PartProblem], description: 'The parts that are null, and why.' })
  problems!: PartProblem[];
}
