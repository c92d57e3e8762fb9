/** What every list of past predictions has in common: the columns, the conditions of its filters, an entry. Pure. */
import type { Conditions } from '../database/index.js';
import {
  parsePredictionId,
  PREDICTION_COLUMNS,
  type PredictionPresenter,
  type PredictionRow,
} from '../generation/index.js';
import { parsePublicId, publicId, queryInstant } from '../http/index.js';
import type { HistoryEntry, HistorySearchQuery } from './history.dto.js';

export type HistoryRow = PredictionRow & {
  input: Record<string, unknown>;
  key_id: string | null;
  env: 'live' | 'test';
};

export const HISTORY_COLUMNS = `${PREDICTION_COLUMNS}, input, key_id, env`;

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Nothing has this id: a filter for somebody else's, or for nonsense, finds nothing. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Value of the filter `keyId` for predictions that no key started. */
const DASHBOARD = 'dashboard';

export function addFilters(conditions: Conditions, query: HistorySearchQuery): void {
  const where = conditions.where.bind(conditions);
  // Literals, so that the partial indexes are seen to fit. The DTO has let only known words through.
  if (query.operation) where(`operation = '${query.operation}'`);
  if (query.status) where(`status = '${query.status}'`);
  if (query.modality) where('modality = ?', query.modality);
  if (query.modelKey) where('model_key = ?', query.modelKey);
  if (query.keyId === DASHBOARD) where('key_id is null');
  else if (query.keyId) where('key_id = ?', parsePublicId('key', query.keyId) ?? NOBODY);
  if (query.env) where('env = ?', query.env);
  if (query.externalUserId) where('external_user_id = ?', query.externalUserId);
  if (query.predictionId) where('id = ?', parsePredictionId(query.predictionId) ?? NOBODY);
  if (query.from) where('created_at >= ?', queryInstant('from', query.from));
  if (query.to) where('created_at < ?', queryInstant('to', query.to));
}

export function showEntry(row: HistoryRow, presenter: PredictionPresenter): HistoryEntry {
  return { ...presenter.show(row), ...showRequest(row) };
}

/** What was asked for, by whom. */
export function showRequest(
  row: Pick<HistoryRow, 'input' | 'key_id' | 'env'>,
): Pick<HistoryEntry, 'prompt' | 'input' | 'keyId' | 'env'> {
  return {
    prompt: typeof row.input.prompt === 'string' ? row.input.prompt : null,
    input: row.input,
    keyId: row.key_id === null ? null : publicId('key', row.key_id),
    env: row.env,
  };
}
