import { StatementEntry } from '../credits/index.js';
import { ApiProperty } from '../platform/http/index.js';
import { HistoryEntry } from './history.dto.js';

/** A prediction in the lists of the pages. */
export class DashboardPrediction extends HistoryEntry {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'A small WebP of its picture, at most 320 pixels wide and high; null when it has none.',
  })
  thumbnailUrl!: string | null;
}

export class DashboardPredictionPage {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [DashboardPrediction] })
  items!: DashboardPrediction[];
  @ApiProperty({ type: 'string', nullable: true })
  nextCursor!: string | null;
}

/** One prediction with its ledger entries. */
export class DashboardPredictionBody extends DashboardPrediction {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [StatementEntry], description: 'Its charge, and its refund if there was one.' })
  ledger!: StatementEntry[];
}

/** A prediction with its account and engine, for administrators. */
export class AdminPrediction extends DashboardPrediction {
  @ApiProperty({
    description: 'The account of the prediction.',
    example: 'acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f',
  })
  accountId!: string;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The email of the account’s first user.',
    example: 'ada@example.com',
  })
  email!: string | null;
  @ApiProperty({ description: 'The engine that it runs on.' })
  provider!: string;
}

export class AdminPredictionPage {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [AdminPrediction] })
  items!: AdminPrediction[];
  @ApiProperty({ type: 'string', nullable: true })
  nextCursor!: string | null;
}

/** One prediction of any account with its timeline and ledger entries, for administrators. */
export class AdminPredictionDetailBody extends AdminPrediction {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [StatementEntry], description: 'Its charge, and its refund if there was one.' })
  ledger!: StatementEntry[];
}

export class AdminPredictionBody extends AdminPrediction {
  @ApiProperty({ enum: [true] })
  success!: true;
}
