/** A full disk of outputs: predictions fail and are refunded, the service stays up, and recovers with free space. */
import { execFileSync } from 'node:child_process';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppOptions } from '../../src/app.module.js';
import { LocalDiskAssetStorage, StorageFull } from '../../src/assets/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, finished, generate, newCaller } from '../support/client.js';
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

it('fails and refunds what cannot be stored, keeps responding, and recovers with free space', async () => {
  const { key } = await newCaller(app.base);
  const ok = { modelKey: 'embedded-fault', mode: 'ok' };
  const before = await generate(app.base, key, ok);
  expect((await finished(app.base, key, before.predictionId)).status).toBe('completed');

  await disk.fill();
  expect((await call(app.base, 'GET', '/health/ready')).status).toBe(503);
  const started = await Promise.all([ok, ok, ok].map((body) => generate(app.base, key, body)));
  const failed = await Promise.all(started.map(({ predictionId }) => finished(app.base, key, predictionId)));
  for (const prediction of failed) {
    expect(prediction).toMatchObject({
      status: 'failed',
      attempts: 5,
      creditsRefunded: 1,
      error: { code: 'output_unavailable', retryable: true },
    });
    expect(JSON.stringify(prediction)).not.toMatch(/ENOSPC|assets|\/tmp/);
  }
  expect(await balanceOf(app.base, key)).toBe(999);
  const link = new URL((await finished(app.base, key, before.predictionId)).outputUrl);
  expect((await call(app.base, 'GET', link.pathname + link.search)).status).toBe(200);

  // This one cannot be stored at first and is kept.
  const patient = await generate(app.base, key, ok);
  await until(async () => {
    const [row] = await app.database.query<{ errors: number }>(
      'select max(errors) as errors from predictions where status = $1',
      ['processing'],
    );
    return row!.errors > 0;
  });
  await disk.free();
  const last = await finished(app.base, key, patient.predictionId);
  expect(last).toMatchObject({ status: 'completed', creditsRefunded: 0 });
  expect(await readdir(join(directory, 'assets/.incoming'))).toEqual([]);
  expect((await call(app.base, 'GET', '/health/ready')).status).toBe(200);
  console.log(
    `${disk.kind}: 3 predictions failed after 5 attempts each and were refunded; one waiting was done at attempt ${last.attempts}, once there was room; ${await expectSoundLedger(app.url)}`,
  );
});
