/** Creates the requests for the load generator: { method, path, headers, body }. */
import { predictionOf } from './seed.mjs';

export const bearer = (secret) => ({ authorization: `Bearer ${secret}` });

/** @param id the prediction's id in the database. */
export const poll = (secret, id) => ({
  method: 'GET',
  path: `/api/generate/status/pred_${id.replaceAll('-', '')}`,
  headers: bearer(secret),
});

export const create = (secret, body = PICTURE) => ({
  method: 'POST',
  path: '/api/generate',
  headers: { ...bearer(secret), 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Creates a request for the first page. @param more further query parameters as `&name=value`. */
export const page = (secret, more = '') => ({
  method: 'GET',
  path: `/api/generate/history?limit=20${more}`,
  headers: bearer(secret),
});

const PICTURE = {
  modelKey: 'embedded-image',
  prompt: 'a lighthouse on a cliff at dusk',
  aspectRatio: '16:9',
};

/** Creates a poll for each account from `first` to `last`: its begun prediction, with its first key. */
export const pollsOf = (secrets, first, last) =>
  range(first, last).map((account) => poll(secrets.get(account)[0], predictionOf(account)));

/** Creates a create request for each key of the accounts from `first` to `last`. */
export const createsOf = (secrets, first, last) =>
  range(first, last).flatMap((account) => secrets.get(account).map((secret) => create(secret)));

export const range = (first, last) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
