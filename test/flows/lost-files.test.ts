/** Files that the storage has lost: 503 and not 410, a metric, and what `offprint storage verify` finds. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StoredFiles } from '../../src/generation/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, finished, generate, newCaller } from '../support/client.js';
import { figureOf, figuresOf } from '../support/metrics.js';
import { refusal } from '../support/refusals.js';

let app: TestApp;
let key: string;

beforeAll(async () => {
  app = await startApp();
  ({ key } = await newCaller(app.base));
});
afterAll(() => app.close());

async function makeOutput() {
  const { predictionId } = await generate(app.base, key, { modelKey: 'embedded-fault', mode: 'ok' });
  const { outputUrl, outputs } = await finished(app.base, key, predictionId);
  const path = outputUrl.slice(app.base.length) as string;
  const name = path.split('?')[0]!.slice('/api/assets/'.length);
  return { predictionId, path, file: join(app.directory, 'assets', name), name, bytes: outputs[0].bytes };
}
const counted = async () => figureOf(await figuresOf(app.base), 'offprint_missing_files_total');
async function verify() {
  const lost: string[] = [];
  const files = app.app.get(StoredFiles, { strict: false });
  const report = await files.verify(({ name, foundBytes }) => lost.push(`${name}: ${foundBytes}`));
  return { report, lost };
}

const MISSING = {
  ...refusal(503, 'service_unavailable'),
  message: 'This file is missing from the storage of this installation. Its operator has been alerted.',
};

it('a file that the storage has lost is 503 in every form, and counted; one that the service removed is 410', async () => {
  const lost = await makeOutput();
  const before = (await counted()) ?? -1;
  expect(before).toBe(0);
  await rm(lost.file);
  const forms: Record<string, string>[] = [{}, { range: 'bytes=0-1' }, { 'if-none-match': '"x"' }];
  for (const headers of forms) {
    const answer = await call(app.base, 'GET', lost.path, { headers });
    expect(answer.body).toMatchObject(MISSING);
    expect(answer.headers.get('retry-after')).toBe('60');
  }
  expect((await call(app.base, 'HEAD', lost.path)).status).toBe(503);
  expect(await counted()).toBe(4);

  const deleted = await call(app.base, 'DELETE', `/api/generate/${lost.predictionId}`, { token: key });
  expect(deleted.status).toBe(200);
  expect((await call(app.base, 'GET', lost.path)).body).toEqual(refusal(410, 'file_removed'));
  expect(await counted()).toBe(4);
});

it('verification names each file that is missing or of another size, and none that was removed', async () => {
  const [whole, missing, cut, deleted] = [
    await makeOutput(),
    await makeOutput(),
    await makeOutput(),
    await makeOutput(),
  ];
  const all = await verify();
  expect(all.lost).toEqual([]);
  expect(all.report).toMatchObject({ missing: 0, differing: 0 });
  expect(all.report.files).toBeGreaterThanOrEqual(4);
  await rm(missing.file);
  await writeFile(cut.file, 'cut');
  await call(app.base, 'DELETE', `/api/generate/${deleted.predictionId}`, { token: key });
  const { report, lost } = await verify();
  expect(lost.sort()).toEqual([`${missing.name}: null`, `${cut.name}: 3`].sort());
  expect(report).toEqual({ files: all.report.files - 1, missing: 1, differing: 1 });
  expect((await call(app.base, 'GET', whole.path)).status).toBe(200);
});

it('verification finds a lost upload, too, over several pages of files, and calls none lost that is being stored', async () => {
  const headers = { 'content-type': 'image/png', authorization: `Bearer ${key}` };
  const answer = await fetch(`${app.base}/api/uploads`, { method: 'POST', headers, body: PIXEL });
  const { url } = (await answer.json()) as { url: string };
  const beingStored = url.split('/api/assets/')[1]!.split('?')[0]!;
  await rm(join(app.directory, 'assets', beingStored));
  const name = `uploads/${OLD_ID}.png`;
  await app.database.query(
    `insert into uploads (id, account_id, name, bytes, expires_at)
     select $1, account_id, $2, $3, now() + interval '1 hour' from uploads limit 1`,
    [OLD_ID, name, PIXEL.length],
  );
  // Two and a half pages of rows with one file, which is there.
  const { name: kept, bytes } = await makeOutput();
  await app.database.query(
    `insert into uploads (id, account_id, name, bytes, expires_at)
     select gen_random_uuid(), (select account_id from uploads limit 1), $1, $2, now() + interval '1 hour'
     from generate_series(1, 500)`,
    [kept, bytes],
  );
  const { report, lost } = await verify();
  expect(lost).toContain(`${name}: null`);
  expect(lost.join()).not.toContain(beingStored);
  expect(report.files).toBeGreaterThan(500);
});

/** A UUIDv7 of 2025. */
const OLD_ID = '01945000-0000-7000-8000-000000000001';
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
