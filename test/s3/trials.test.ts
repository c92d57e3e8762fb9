/** Trials: a store that is killed, frozen or full in the middle of uploads leaves no half file and hides no failure. */
import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { S3AssetStorage } from '@offprint/s3-storage';
import { StorageFull, StorageUnavailable } from 'offprint';
import { S3Server } from './s3-server.js';
import { StoreRelay } from './store-relay.js';

const MB = 1024 * 1024;
const UPLOADS = 100;

let server: S3Server;
let relay: StoreRelay;
beforeEach(async () => {
  server = await S3Server.start();
  relay = await StoreRelay.start(server.endpoint);
});
afterEach(async () => {
  await relay.stop();
  await server.stop();
});

const nameOf = (index: number) => `predictions/pred_${index}/0.bin`;
const bytesOf = (index: number, size: number) => Buffer.alloc(size, `${index}|`);
const inAnHour = () => new Date(Date.now() + 3600_000);

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 262_144) yield bytes.subarray(at, at + 262_144);
}

it(`a store killed in the middle of ${UPLOADS} uploads: each file is there whole or its upload has failed`, async () => {
  const bucket = `b-${randomUUID()}`;
  const storage = new S3AssetStorage({ ...(await server.createBucket(bucket)), partMb: 5 });
  // Every second one has two parts.
  const sizeOf = (index: number) => (index % 2 === 0 ? 5 * MB + 1000 : 300_000);
  let large = 0;
  const put = async (index: number) => {
    const bytes = bytesOf(index, sizeOf(index));
    const stored = await storage.put(nameOf(index), pieces(bytes), { maxBytes: 10 * MB });
    if (index % 2 === 0 && (large += 1) === 15) await server.kill();
    return stored;
  };
  const results = await Promise.allSettled(Array.from({ length: UPLOADS }, (_, index) => put(index)));
  await server.resume();
  const left = await storage.abortIncomplete(inAnHour());

  const failed = results.flatMap((result, index) => (result.status === 'rejected' ? [index] : []));
  for (const [index, result] of results.entries()) {
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(StorageUnavailable);
    const facts = await storage.stat(nameOf(index));
    // An upload whose response was lost has failed, and its file may be there: then it is whole.
    if (facts) expect(facts.bytes).toBe(sizeOf(index));
    if (result.status === 'rejected') continue;
    const read = await buffer((await storage.open(nameOf(index))).stream);
    expect(createHash('sha256').update(read).digest('hex')).toBe(result.value.sha256);
  }
  expect(failed.length).toBeGreaterThan(0);

  // What failed is stored by repeating it.
  for (const index of failed) await put(index);
  expect(await storage.abortIncomplete(inAnHour())).toBe(0);
  // The server's own scratch files of a completion that the kill interrupted are no objects and no uploads.
  const files = (await server.filesOf(bucket)).filter(
    (file) => !file.endsWith('.inprogress', file.lastIndexOf('/')),
  );
  expect(files.toSorted()).toEqual(
    Array.from({ length: UPLOADS }, (_, index) => `offprint/${nameOf(index)}`).toSorted(),
  );
  storage.onApplicationShutdown();
  console.log(
    `${UPLOADS} uploads, the store killed: ${UPLOADS - failed.length} stored whole, ${failed.length} failed and were repeated, ${left} incomplete ones aborted, 0 half files`,
  );
});

it('a store that stops responding: uploads and reads fail in time, and work again after it', async () => {
  const settings = await server.createBucket('frozen');
  const storage = new S3AssetStorage({ ...settings, timeoutSeconds: 1, partMb: 5 });
  await storage.put(nameOf(0), pieces(bytesOf(0, 8 * MB)), { maxBytes: 10 * MB });
  const { stream } = await storage.open(nameOf(0));
  await server.freeze();
  const startedAt = performance.now();
  const outcomes = await Promise.allSettled([
    storage.put(nameOf(1), pieces(bytesOf(1, 1000)), { maxBytes: MB }),
    storage.put(nameOf(2), pieces(bytesOf(2, 6 * MB)), { maxBytes: 10 * MB }),
    storage.stat(nameOf(0)),
    storage.check(),
    buffer(stream),
  ]);
  for (const outcome of outcomes) {
    expect(outcome.status).toBe('rejected');
    expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(StorageUnavailable);
  }
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  server.thaw();
  await storage.put(nameOf(1), pieces(bytesOf(1, 1000)), { maxBytes: MB });
  await storage.abortIncomplete(inAnHour());
  const files = (await server.filesOf('frozen')).filter((file) => file !== `offprint/${nameOf(2)}`);
  expect(files.toSorted()).toEqual(['offprint/.ready', `offprint/${nameOf(0)}`, `offprint/${nameOf(1)}`]);
  storage.onApplicationShutdown();
});

it('a store that is slow, but not silent, stores and sends whole files, however long they take', async () => {
  relay.bytesPerSecond = 6 * MB;
  const settings = { ...(await server.createBucket('slow')), endpoint: relay.url };
  const storage = new S3AssetStorage({ ...settings, timeoutSeconds: 3, partMb: 32 });
  // Takes longer than the limit, which counts from the last byte. The kernel's buffers hold a part of it, so it is large.
  const bytes = bytesOf(0, 32 * MB);
  await storage.put(nameOf(0), pieces(bytes), { maxBytes: bytes.length });
  const read = await buffer((await storage.open(nameOf(0))).stream);
  expect(read.equals(bytes)).toBe(true);
  storage.onApplicationShutdown();
});

it('a store that asks to slow down: an upload is repeated, fails as temporary, and leaves nothing behind', async () => {
  const settings = { ...(await server.createBucket('busy')), endpoint: relay.url };
  const storage = new S3AssetStorage({ ...settings, partMb: 5 });
  const put = (index: number) =>
    storage.put(nameOf(index), pieces(bytesOf(index, 6 * MB)), { maxBytes: 10 * MB });

  relay.isBusy = (attempt) => attempt === 1;
  await Promise.all(Array.from({ length: 10 }, (_, index) => put(index)));
  expect(relay.rejected).toBeGreaterThan(0);

  relay.isBusy = () => true;
  const error = await put(10).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StorageUnavailable);
  expect((error as Error).message).toBe(`S3: ${relay.url} failed (SlowDown, status 503).`);

  relay.isBusy = () => false;
  await storage.abortIncomplete(inAnHour());
  const files = await server.filesOf('busy');
  expect(files.toSorted()).toEqual(
    Array.from({ length: 10 }, (_, index) => `offprint/${nameOf(index)}`).toSorted(),
  );
  console.log(
    `10 uploads, ${relay.rejected} requests answered with SlowDown: all stored, one failed while all were`,
  );
  storage.onApplicationShutdown();
});

it('a reader that pauses longer than the limit still gets the whole file', async () => {
  const settings = await server.createBucket('slow-reader');
  const storage = new S3AssetStorage({ ...settings, timeoutSeconds: 1 });
  const bytes = bytesOf(0, 20 * MB);
  await storage.put(nameOf(0), pieces(bytes), { maxBytes: bytes.length });
  const { stream } = await storage.open(nameOf(0));
  const parts: Buffer[] = [];
  for await (const part of stream) {
    if (parts.length === 0) await new Promise((resolve) => setTimeout(resolve, 1500));
    parts.push(part as Buffer);
  }
  expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  storage.onApplicationShutdown();
});

it('a full store: the upload fails as full, leaves nothing, and works again with free space', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'offprint-s3-full-'));
  // Only root may mount; as another user this trial cannot fill a disk.
  if (process.getuid!() !== 0) return console.log('not run: filling a disk needs root');
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', directory]);
  const small = await S3Server.start(directory);
  try {
    const storage = new S3AssetStorage({ ...(await small.createBucket('full')), partMb: 5 });
    await writeFile(join(directory, 'filler'), Buffer.alloc(6 * MB));
    for (const size of [8 * MB, 11 * MB]) {
      const error = await storage
        .put(nameOf(0), pieces(bytesOf(0, size)), { maxBytes: 20 * MB })
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(StorageUnavailable);
      expect([StorageFull.name, StorageUnavailable.name]).toContain((error as Error).name);
    }
    expect(await storage.stat(nameOf(0))).toBeNull();
    expect(await small.filesOf('full')).toEqual([]);
    await rm(join(directory, 'filler'));
    await storage.put(nameOf(0), pieces(bytesOf(0, 4 * MB)), { maxBytes: 20 * MB });
    expect(await small.filesOf('full')).toEqual([`offprint/${nameOf(0)}`]);
    storage.onApplicationShutdown();
  } finally {
    await small.stop();
    execFileSync('umount', ['--lazy', directory]);
    await rm(directory, { recursive: true, force: true });
  }
});
