import type { Work } from '../provider.js';
import { UnusableAddress } from './exchange-errors.js';
import { outcomeOfPollError, outcomeOfSubmitError } from './outcomes.js';

describe('a result at an address that is never fetched', () => {
  it('is no output at once, of a submit and of a poll', () => {
    const error = new UnusableAddress();
    const none = { kind: 'refuse', code: 'output_unavailable', internal: error.message };
    expect(outcomeOfSubmitError(error)).toMatchObject(none);
    expect(outcomeOfPollError({ modality: 'image' } as Work, {}, error)).toMatchObject(none);
  });
});
