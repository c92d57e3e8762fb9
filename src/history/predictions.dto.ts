import { StatementEntry } from '../credits/index.js';
import { bodyOf, exampleId, Field, NullableField, pageBodyOf } from '../platform/http/index.js';
import { HistoryEntry } from './history.dto.js';

export class DashboardPrediction extends HistoryEntry {
  @NullableField.text('A small WebP of its picture, at most 320 pixels wide and high; null when it has none.')
  thumbnailUrl!: string | null;
}

export class DashboardPredictionPage extends pageBodyOf(DashboardPrediction) {}

export class DashboardPredictionBody extends bodyOf(DashboardPrediction) {
  @Field.list(StatementEntry, 'Its charge, and its refund if there was one.')
  ledger!: StatementEntry[];
}

export class AdminPrediction extends DashboardPrediction {
  @Field('The account of the prediction.', { example: exampleId('acc') })
  accountId!: string;
  @NullableField.text('The email of the account’s first user.', { example: 'ada@example.com' })
  email!: string | null;
  @Field('The engine that it runs on.')
  provider!: string;
}

export class AdminPredictionPage extends pageBodyOf(AdminPrediction) {}

export class AdminPredictionDetailBody extends bodyOf(AdminPrediction) {
  @Field.list(StatementEntry, 'Its charge, and its refund if there was one.')
  ledger!: StatementEntry[];
}

export class AdminPredictionBody extends bodyOf(AdminPrediction) {}
