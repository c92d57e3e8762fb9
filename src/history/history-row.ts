import { type PredictionEntity, type PredictionPresenter } from '../generation/index.js';
import type { Conditions } from '../platform/database/index.js';
import { filterId, parseQueryInstant, publicId } from '../platform/http/index.js';
import type { HistoryEntry, HistorySearchQuery } from './history.dto.js';
import type { HistoryRow } from './history.sql.js';

/** The filter `keyId` has this value for predictions started without a key. */
export const DASHBOARD = 'dashboard';

/** Times are no filters. */
export function hasFilters(query: HistorySearchQuery): boolean {
  const { status, modality, modelKey, keyId, env, externalUserId, operation } = query;
  return Boolean(status || modality || modelKey || keyId || env || externalUserId || operation);
}

/** Returns the conditions of a list by kinds, which share their values with `scope`. */
export function filtersOf(scope: Conditions<PredictionEntity>, query: HistorySearchQuery) {
  const [kinds, places, all] = [scope.beside(), scope.beside(), scope.beside()];
  addScopeFilters(scope, query);
  addKindFilters(kinds, query);
  addPlaceFilters(places, query);
  addFilters(all, query);
  return { kinds, places, all };
}

export function addFilters(conditions: Conditions<PredictionEntity>, query: HistorySearchQuery): void {
  addKindFilters(conditions, query);
  addKeyFilter(conditions, query);
  addPlaceFilters(conditions, query);
}

/** The first columns of the indexes of kinds leave fewer kinds to look up. */
function addScopeFilters(conditions: Conditions<PredictionEntity>, query: HistorySearchQuery): void {
  if (query.externalUserId) conditions.where('external_user_id', '=', query.externalUserId);
  if (query.status) conditions.whereLiteral('status', query.status);
}

function addKindFilters(conditions: Conditions<PredictionEntity>, query: HistorySearchQuery): void {
  // A literal, so that the partial indexes fit. The DTO has let only known words through.
  if (query.operation) conditions.where('operation', '=', query.operation);
  if (query.status) conditions.whereLiteral('status', query.status);
  if (query.modality) conditions.where('modality', '=', query.modality);
  if (query.modelKey) conditions.where('model_key', '=', query.modelKey);
  if (query.env) conditions.where('env', '=', query.env);
}

function addKeyFilter(conditions: Conditions<PredictionEntity>, { keyId }: HistorySearchQuery): void {
  if (keyId === DASHBOARD) conditions.whereNull('key_id');
  else if (keyId) conditions.where('key_id', '=', filterId('key', keyId));
}

function addPlaceFilters(conditions: Conditions<PredictionEntity>, query: HistorySearchQuery): void {
  if (query.externalUserId) conditions.where('external_user_id', '=', query.externalUserId);
  if (query.predictionId) conditions.where('id', '=', filterId('pred', query.predictionId));
  if (query.from) conditions.where('created_at', '>=', parseQueryInstant('from', query.from));
  if (query.to) conditions.where('created_at', '<', parseQueryInstant('to', query.to));
}

export function showEntry(row: HistoryRow, presenter: PredictionPresenter): HistoryEntry {
  return Object.assign(presenter.show(row), showRequest(row));
}

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
