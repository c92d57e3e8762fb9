import { RecordBatch } from './request-recorder.js';

const record = (accountId: string, keyId: string) => ({
  at: 0,
  accountId,
  keyId,
  method: 'GET',
  route: '/api/key',
  status: 200,
  code: null,
  ms: 1,
  predictionId: null,
  count: 1,
});

type Calls = [accountId: string, keyId: string][];

/** The requests of one key are of one kind. @returns the batch. */
function collect(batch: RecordBatch, requests: Calls): RecordBatch {
  for (const [accountId, keyId] of requests) {
    const one = record(accountId, keyId);
    if (!batch.count(one)) batch.add(one);
  }
  return batch;
}

const times = (count: number, accountId: string, keyId: string): Calls =>
  Array.from({ length: count }, () => [accountId, keyId]);
const recordsOf = ({ records }: RecordBatch, accountId: string) =>
  records.filter((one) => one.accountId === accountId);
const sumOf = (records: { count: number }[]) => records.reduce((sum, { count }) => sum + count, 0);

it('keeps the first records of a kind, and the last one stands for the others', () => {
  const batch = collect(new RecordBatch(3, 100, 100), [...times(50, 'a', 'polls'), ['a', 'creates']]);
  expect(batch.records.map(({ keyId, count }) => [keyId, count])).toEqual([
    ['polls', 1],
    ['polls', 1],
    ['polls', 48],
    ['creates', 1],
  ]);
  expect([batch.sampled, batch.dropped]).toEqual([47, 0]);
});

it('never has more records than it may, and every request is in one, sampled or dropped', () => {
  const requests = Array.from({ length: 900 }, (_, n): Calls[0] => [`account ${n % 30}`, `kind ${n % 300}`]);
  const batch = collect(new RecordBatch(2, 100, 100), requests);
  expect(batch.records.length).toBeLessThanOrEqual(100);
  expect(sumOf(batch.records) + batch.dropped).toBe(900);
  expect(batch.sampled + batch.dropped + batch.records.length).toBe(900);
});

it.each([1, 2, 9])('%d accounts that flood leave room for another one', (floods) => {
  const flood = Array.from({ length: 500 }, (_, n) =>
    Array.from({ length: floods }, (__, account): Calls[0] => [`flood ${account}`, `kind ${account} ${n}`]),
  ).flat();
  const batch = collect(new RecordBatch(10, 100, 100), flood);
  collect(batch, times(3, 'other', 'polls'));
  expect(recordsOf(batch, 'other')).toHaveLength(3);
  expect(recordsOf(batch, 'flood 0').length).toBeGreaterThanOrEqual(Math.floor(100 / (floods + 1)));
});

it('an account alone gets no more than its own bound', () => {
  const flood = Array.from({ length: 500 }, (_, n): Calls[0] => ['a', `kind ${n}`]);
  const batch = collect(new RecordBatch(10, 100, 20), [...flood, ['a', 'kind 0'], ['b', 'kind b']]);
  expect([recordsOf(batch, 'a').length, recordsOf(batch, 'b').length]).toEqual([20, 1]);
  expect([batch.sampled, batch.dropped]).toEqual([1, 480]);
});

it('counts a request beyond the share of its account in a record of its kind', () => {
  const batch = collect(new RecordBatch(10, 2, 2), times(5, 'a', 'polls'));
  expect(batch.records.map(({ count }) => count)).toEqual([5]);
});

it('holds routes, methods and statuses of a key apart', () => {
  const batch = new RecordBatch(1, 100, 100);
  const kinds = [{}, { route: '/api/other' }, { method: 'POST' }, { status: 404 }, { status: null }];
  for (let time = 0; time < 3; time += 1)
    for (const kind of kinds) {
      const one = { ...record('a', 'key'), ...kind };
      if (!batch.count(one)) batch.add(one);
    }
  expect(batch.records.map(({ route, method, status, count }) => [route, method, status, count])).toEqual([
    ['/api/key', 'GET', 200, 3],
    ['/api/other', 'GET', 200, 3],
    ['/api/key', 'POST', 200, 3],
    ['/api/key', 'GET', 404, 3],
    ['/api/key', 'GET', null, 3],
  ]);
});
