/** The clock of a test service: what is due after a move happens. */
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COUNTED_SECONDS } from '../../src/platform/limits/index.js';
import { startTestService, type TestAccount, type TestService } from '../../src/testing/index.js';

const RealDate = Date;
let service: TestService;
let account: TestAccount;
beforeEach(async () => {
  service = await startTestService();
  account = await service.account({ credits: 100 });
});
afterEach(() => service.close());

const aheadOf = async ({ query }: TestService) => {
  const [row] = await query<{ seconds: number[] }>(
    `select array(select round(extract(epoch from one - pg_catalog.clock_timestamp()))::int
       from unnest(array[now(), clock_timestamp(), statement_timestamp(), transaction_timestamp()]) one) as seconds`,
  );
  return row!.seconds;
};

it('moves the database, its defaults and Date together, and the last close restores them', async () => {
  const other = await startTestService();
  await service.clock.advance({ days: 1, hours: 2, minutes: 3, seconds: 4, milliseconds: 5 });
  const seconds = 26 * 3600 + 184;
  expect(await aheadOf(service)).toEqual([seconds, seconds, seconds, seconds]);
  expect(await aheadOf(other)).toEqual(await aheadOf(service));
  const later = await startTestService();
  expect(await aheadOf(later)).toEqual(await aheadOf(service));
  for (const time of [Date.now(), new Date().getTime(), Date.parse(Date()), service.clock.now().getTime()])
    expect(Math.round((time - RealDate.now()) / 60_000)).toBe(26 * 60 + 3);
  const key = await account.key();
  const since = (await service.query<{ created_at: Date }>('select created_at from api_keys'))[0]!.created_at;
  expect(Math.abs(since.getTime() - Date.now())).toBeLessThan(60_000);
  expect(Math.abs(Date.parse(key.createdAt) - Date.now())).toBeLessThan(60_000);
  await Promise.all([other.close(), later.close()]);
  expect(Date).not.toBe(RealDate);
  await service.close();
  expect(Date).toBe(RealDate);
});

it('a moved Date is still a Date', async () => {
  const before = new Date(0);
  await service.clock.advance({ hours: 1 });
  expect(before).toBeInstanceOf(Date);
  expect(new Date()).toBeInstanceOf(RealDate);
  expect(new Date(5).getTime()).toBe(5);
  expect(new Date(2026, 0, 2).getMonth()).toBe(0);
  expect(Date.UTC(1970, 0, 1)).toBe(0);
});

it('only moves forward', async () => {
  await expect(async () => service.clock.advance({ seconds: -1 })).rejects.toThrow(RangeError);
  await expect(async () => service.clock.advance({ seconds: NaN })).rejects.toThrow(RangeError);
  await Promise.all([service.clock.advance({ seconds: 30 }), service.clock.advance({ seconds: 30 })]);
  expect((await aheadOf(service))[0]).toBe(60);
});

it('the rate budget of a key is free again after its window', async () => {
  const key = await account.key({ rateLimit: 10 });
  const call = async () => (await service.request('GET', '/api/credits/balance', { key })).status;
  const statuses: number[] = [];
  for (let calls = 0; calls < 11; calls += 1) statuses.push(await call());
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
  await service.clock.advance({ seconds: COUNTED_SECONDS });
  expect(await call()).toBe(200);
});

it('a prediction that its engine never finishes passes its deadline, and is refunded', async () => {
  service.engine.next({ poll: 'pending' });
  const key = await account.key();
  const { id } = await service.generate(key, { modelKey: 'fake-image' });
  await service.engine.called('poll');
  expect(await account.balance()).toBe(99);
  await service.clock.advance({ hours: 1 });
  expect(await service.settled(id, key)).toMatchObject({
    status: 'failed',
    error: { code: 'deadline_exceeded' },
  });
  expect(await account.balance()).toBe(100);
  await service.engine.called('cancel');
});

it('a submit that hangs is stopped when the deadline has passed', async () => {
  service.engine.next('hang');
  const key = await account.key();
  const { id } = await service.generate(key, { modelKey: 'fake-image' });
  const { work } = await service.engine.called('submit');
  await service.clock.advance({ hours: 1 });
  expect(await service.settled(id, key)).toMatchObject({ error: { code: 'deadline_exceeded' } });
  if (!work!.signal.aborted) await once(work!.signal, 'abort');
});

it('a poll that is due in an hour is made after the move', async () => {
  service.engine.next({ submit: 'pending', pollAfterMs: 300_000 });
  const key = await account.key();
  const { id } = await service.generate(key, { modelKey: 'fake-image' });
  await service.engine.called('submit');
  const until = async (statement: string) => {
    while ((await service.query(statement)).length === 0);
  };
  await until('select 1 from predictions where provider_ref is not null');
  await service.clock.advance({ minutes: 5 });
  expect((await service.settled(id, key)).status).toBe('completed');
});

it('a submit that hangs keeps its worker when its deadline does not pass', async () => {
  let finish!: () => void;
  const until = new Promise<void>((resolve) => (finish = resolve));
  service.engine.next(async ({ directory }) => {
    await until;
    const path = join(directory, 'output.png');
    await writeFile(path, await readFile('test/engines/files/picture.png'));
    return { kind: 'done', files: [{ path, contentType: 'image/png' }] };
  });
  const key = await account.key();
  const { id } = await service.generate(key, { modelKey: 'fake-image' });
  const { work } = await service.engine.called('submit');
  await service.clock.advance({ minutes: 5 });
  const claims = await service.query<{ fence: number }>('select fence from predictions');
  finish();
  expect((await service.settled(id, key)).status).toBe('completed');
  expect(claims).toEqual([{ fence: work!.fence }]);
  expect(service.engine.callsOf('submit')).toHaveLength(1);
});

it('access tokens, sessions and links to outputs expire', async () => {
  const key = await account.key();
  const { id } = await service.generate(key, { modelKey: 'fake-image' });
  const { outputUrl } = await service.settled(id, key);
  const download = async () => {
    const response = await fetch(outputUrl!);
    await response.arrayBuffer();
    return response.status;
  };
  expect(await download()).toBe(200);
  const me = async () => (await service.request('GET', '/api/auth/me', { token: account })).status;
  expect(await me()).toBe(200);
  await service.clock.advance({ hours: 1 });
  expect(await me()).toBe(401);
  await account.signIn();
  expect(await me()).toBe(200);
  await service.clock.advance({ days: 31 });
  expect([401, 403, 404, 410]).toContain(await download());
});
