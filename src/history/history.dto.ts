import { MODALITIES, OPERATIONS } from '../catalogue/index.js';
import { PredictionView } from '../generation/index.js';
import {
  Field,
  NullableField,
  OptionalInput,
  pageBodyOf,
  PageQuery,
  QueryInstant,
} from '../platform/http/index.js';

/** The query parameters of the history. */
export class HistoryQuery extends PageQuery {
  @OptionalInput.oneOf(['processing', 'completed', 'failed'])
  status?: string;

  @OptionalInput.oneOf(MODALITIES) modality?: string;
  @OptionalInput.text(100) modelKey?: string;

  @OptionalInput.text(
    100,
    'The key that started it; `dashboard` for predictions started there, without a key.',
  )
  keyId?: string;

  @OptionalInput.oneOf(['live', 'test'])
  env?: string;

  @OptionalInput.text(128) externalUserId?: string;

  @QueryInstant('Created at or after.')
  from?: string;

  @QueryInstant('Created before.')
  to?: string;
}

/** The filters of the dashboard's list. */
export class HistorySearchQuery extends HistoryQuery {
  @OptionalInput.oneOf(OPERATIONS) operation?: string;

  @OptionalInput.text(100, 'The complete id of one prediction.')
  predictionId?: string;
}

/** A prediction in the history. */
export class HistoryEntry extends PredictionView {
  @NullableField.text() prompt!: string | null;
  @Field.json('The input with defaults filled in.')
  input!: Record<string, unknown>;
  @NullableField.text('The key that started it; null: it was started in the dashboard.')
  keyId!: string | null;
  @Field.oneOf(['live', 'test'])
  env!: 'live' | 'test';
}

export class HistoryPageBody extends pageBodyOf(HistoryEntry) {}
