import type { Work } from '../provider.js';
import { EngineClient, type EngineResponse } from './engine-client.js';
import { UnusableAddress } from './exchange-errors.js';
import {
  outcomeOfPollError,
  outcomeOfPollResponse,
  outcomeOfSubmitError,
  outcomeOfSubmitResponse,
} from './outcomes.js';

describe('a result at an address that is never fetched', () => {
  it('is no output at once, of a submit and of a poll', () => {
    const error = new UnusableAddress();
    const none = { kind: 'refuse', code: 'output_unavailable', internal: error.message };
    expect(outcomeOfSubmitError(error)).toMatchObject(none);
    expect(outcomeOfPollError({ modality: 'image' } as Work, {}, error)).toMatchObject(none);
  });
});

describe('a response without success', () => {
  const client = new EngineClient('http://127.0.0.1:1');
  const response = (status: number): EngineResponse => ({
    ...{ status, ok: false, headers: {}, text: 'no', json: () => null, file: null },
  });

  it.each<[number[], object]>([
    [[425, 502, 503, 521, 522, 523, 525, 526, 529], { kind: 'retry', code: 'provider_error' }],
    [[429], { kind: 'retry', throttled: true }],
    [[408, 500, 504, 507, 520, 524, 530, 599], { kind: 'unknown' }],
    [[400, 413, 415, 422], { kind: 'refuse', code: 'invalid_input' }],
    [[401, 402, 403, 404, 405, 501], { kind: 'refuse', operatorSide: true }],
    [[301, 303, 307, 409, 410, 418, 451], { kind: 'refuse', code: 'provider_error' }],
  ])('to a submit, of %j, is %j', (statuses, outcome) => {
    for (const status of statuses)
      expect({ status, ...outcomeOfSubmitResponse(client, response(status)) }).toMatchObject({
        status,
        ...outcome,
      });
  });

  it('to a poll does not give up a job that may be there', () => {
    const poll = (status: number) =>
      outcomeOfPollResponse(client, { modality: 'image' } as Work, {}, response(status), 'refuse').kind;
    for (const status of [
      401, 402, 403, 404, 408, 409, 410, 421, 423, 425, 429, 500, 502, 503, 504, 520, 529,
    ])
      expect([status, poll(status)]).toEqual([status, 'pending']);
    for (const status of [301, 400, 405, 406, 413, 422])
      expect([status, poll(status)]).toEqual([status, 'refuse']);
  });
});
