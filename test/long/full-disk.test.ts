/** A full disk of outputs: predictions wait without an attempt, the service stays up, and they complete with free space. */
import { execFileSync } from 'node:child_process';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppOptions } from '../../src/app.module.js';
import { AssetTooLarge, LocalDiskAssetStorage, StorageFull } from '../../src/assets/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, finished, generate, newCaller } from '../support/client.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { endServices, temporaryDirectory, until } from '../support/service-process.js';

interface Disk {
  kind: string;
  options: AppOptions;
  fill(): Promise<void>;
  free(): Promise<void>;
  remove(): void;
}

const BLOCK = Buffer.alloc(4096);

/** Mounts a file system of 256 KiB for outputs; only root may do this. */
function mountSmallDisk(assets: string): Disk {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', assets], { stdio: 'ignore' });
  const filler = join(assets, '.filler');
  return {
    kind: 'a full file system',
    options: {},
    fill: async () => {
      const file = await open(filler, 'w');
      try {
        for (;;) await file.write(BLOCK);
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
      } finally {
        await file.close();
      }
    },
    free: () => rm(filler),
    remove: () => void execFileSync('umount', ['--lazy', assets]),
  };
}

/** Without root: makes the storage's writes fail like a full disk. */
function pretendSmallDisk(assets: string): Disk {
  let full = false;
  class FillableStorage extends LocalDiskAssetStorage {
    constructor() {
      super(assets);
    }
    override async put(...args: Parameters<LocalDiskAssetStorage['put']>) {
      if (full) throw new StorageFull('ENOSPC');
      return super.put(...args);
    }
    override async check() {
      if (full) throw new StorageFull('ENOSPC');
      return super.check();
    }
  }
  return {
    kind: 'a storage that says it is full',
    options: { replace: { AssetStorage: FillableStorage } },
    fill: async () => void (full = true),
    free: async () => void (full = false),
    remove: () => {},
  };
}

let directory: string;
let disk: Disk;
let app: TestApp;
beforeAll(async () => {
  directory = await temporaryDirectory();
  const assets = join(directory, 'assets');
  await mkdir(assets);
  try {
    disk = mountSmallDisk(assets);
  } catch {
    disk = pretendSmallDisk(assets);
  }
  app = await startApp({ DATA_DIR: directory }, undefined, disk.options);
});
afterAll(async () => {
  await app.close();
  disk.remove();
});
afterAll(endServices);

it('keeps what cannot be stored without an attempt, keeps responding, and completes it with free space', async () => {
  const { key } = await newCaller(app.base);
  const ok = { modelKey: 'embedded-fault', mode: 'ok' };
  const before = await generate(app.base, key, ok);
  expect((await finished(app.base, key, before.predictionId)).status).toBe('completed');

  await disk.fill();
  expect((await call(app.base, 'GET', '/health/ready')).status).toBe(503);
  const bodies = [ok, ok, ok, { modelKey: 'embedded-image', prompt: 'a full disk', resolution: 256 }];
  // A create writes no file.
  const started = await Promise.all(bodies.map((body) => generate(app.base, key, body)));
  await until(async () => (await call(app.base, 'GET', '/health/ready')).body.checks?.worker === 'down');
  const held = () =>
    app.database.query(
      `select status, errors, lease_until > clock_timestamp() as leased from predictions where status <> 'completed'`,
    );
  const waiting = { status: 'processing', errors: 0 };
  await until(async () => (await held()).every(({ leased }) => !leased));
  expect(await held()).toEqual(started.map(() => expect.objectContaining(waiting)));
  const link = new URL((await finished(app.base, key, before.predictionId)).outputUrl);
  expect((await call(app.base, 'GET', link.pathname + link.search)).status).toBe(200);

  await disk.free();
  for (const { predictionId } of started) {
    const last = await finished(app.base, key, predictionId);
    expect(last).toMatchObject({ status: 'completed', attempts: 1, creditsRefunded: 0 });
    expect(JSON.stringify(last)).not.toMatch(/ENOSPC|\/tmp|internal_error|provider_error|attempt_failed/);
  }
  expect(await readdir(join(directory, 'assets/.incoming'))).toEqual([]);
  await until(async () => (await call(app.base, 'GET', '/health/ready')).status === 200);
  console.log(`${disk.kind}: 4 predictions waited and completed; ${await expectSoundLedger(app.url)}`);
});

describe('a result that is larger than what is left', () => {
  const LEFT = 300 * 1024;
  let isFree = false;
  let refused = 0;
  class NearlyFullStorage extends LocalDiskAssetStorage {
    constructor() {
      super(join(directory, 'nearly-full'));
    }
    override async put(...[name, source, options]: Parameters<LocalDiskAssetStorage['put']>) {
      try {
        return await super.put(name, source, isFree ? options : { maxBytes: LEFT });
      } catch (error) {
        if (!(error instanceof AssetTooLarge)) throw error;
        refused += 1;
        throw new StorageFull('ENOSPC');
      }
    }
    override async freeBytes() {
      return LEFT;
    }
  }

  let nearlyFull: TestApp;
  beforeAll(async () => {
    const env = { DATA_DIR: await temporaryDirectory() };
    nearlyFull = await startApp(env, undefined, { replace: { AssetStorage: NearlyFullStorage } });
  });
  afterAll(() => nearlyFull.close());

  it('waits by itself, without an attempt; the others complete', async () => {
    const { base, database } = nearlyFull;
    const { key } = await newCaller(base);
    const small = { modelKey: 'embedded-fault', mode: 'ok' };
    const complete = async () => {
      const { predictionId } = await generate(base, key, small);
      expect((await finished(base, key, predictionId)).status).toBe('completed');
    };
    await complete();
    const large = await generate(base, key, {
      modelKey: 'embedded-image',
      prompt: 'large',
      resolution: 2048,
    });
    await until(() => refused > 0);
    const held = async () =>
      (
        await database.query(
          `select errors, attempts, run_at > clock_timestamp() + interval '5 s' as waits from predictions
           where status = 'processing' and lease_until is null`,
        )
      )[0];
    let released: Awaited<ReturnType<typeof held>>;
    await until(async () => (released = await held()) !== undefined);
    expect(released).toEqual({ errors: 0, attempts: 0, waits: true });
    for (let count = 0; count < 5; count += 1) await complete();
    expect((await call(base, 'GET', '/health/ready')).body.checks.worker).toBe('up');

    isFree = true;
    expect(await finished(base, key, large.predictionId)).toMatchObject({
      ...{ status: 'completed', attempts: 1, creditsRefunded: 0 },
    });
    await expectSoundLedger(nearlyFull.url);
  });
});
