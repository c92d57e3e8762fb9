import { readApp, readRef, readStatus } from './fal-request.js';

const owns = (url: string) => new URL(url).host === 'queue.fal.run';
const ANSWER = {
  request_id: 'r1',
  status_url: 'https://queue.fal.run/a/b/requests/r1/status',
  response_url: 'https://queue.fal.run/a/b/requests/r1',
  cancel_url: 'https://queue.fal.run/a/b/requests/r1/cancel',
};

describe('readRef', () => {
  it('keeps the addresses that fal gave', () => {
    expect(readRef(ANSWER, owns)).toEqual({
      requestId: 'r1',
      statusUrl: ANSWER.status_url,
      responseUrl: ANSWER.response_url,
      cancelUrl: ANSWER.cancel_url,
    });
  });

  it.each(Object.keys(ANSWER))('is nothing without %s', (field) => {
    expect(readRef({ ...ANSWER, [field]: undefined }, owns)).toBeNull();
    expect(readRef({ ...ANSWER, [field]: 5 }, owns)).toBeNull();
  });

  it.each(Object.keys(ANSWER).filter((field) => field.endsWith('_url')))(
    'is nothing when %s leads elsewhere',
    (field) => expect(readRef({ ...ANSWER, [field]: 'https://elsewhere.example/' }, owns)).toBeNull(),
  );

  it.each([[null], ['text'], [[]]])('is nothing for %j', (body) => expect(readRef(body, owns)).toBeNull());
});

describe('readStatus', () => {
  it('reads the queue, the progress and the end', () => {
    expect(readStatus({ status: 'IN_QUEUE', queue_position: 4 })).toMatchObject({
      completed: false,
      queuePosition: 4,
    });
    const logs = [{ message: 'x' }, { message: '50%|█████     | 1/2' }, { text: 'odd' }];
    expect(readStatus({ status: 'IN_PROGRESS', logs })).toMatchObject({ completed: false, progress: 50 });
    expect(readStatus({ status: 'COMPLETED', error: 'x', error_type: 'y' })).toMatchObject({
      completed: true,
      error: 'x',
      errorType: 'y',
    });
  });

  it.each([[null], [{ status: 5, queue_position: '4', logs: 'x' }], [{ queue_position: -1 }]])(
    'knows nothing of %j',
    (body) => {
      const known = Object.entries(readStatus(body)).filter(([, value]) => value !== undefined);
      expect(known).toEqual([['completed', false]]);
    },
  );
});

describe('readApp', () => {
  it.each(['fal-ai/flux/schnell', 'acme/app', 'fal-ai/wan/v2.2-a14b/text-to-video'])('takes %s', (app) =>
    expect(readApp({ app })).toBe(app),
  );
  it.each(['flux', '/fal-ai/flux', 'fal-ai//flux', 'fal-ai/..', 'a/b?c', undefined])('refuses %j', (app) =>
    expect(() => readApp({ app })).toThrow(),
  );
});
