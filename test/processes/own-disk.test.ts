/**
 * A machine whose disk cannot be written takes no work from one that can. Both have the same directory of outputs, each mounted for
 * itself; only root may mount, so without root these tests are left out.
 */
import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { call, finished, generate, newCaller } from '../support/client.js';
import { createDatabase } from '../support/database.js';
import {
  endServices,
  type ServiceProcess,
  spawnService,
  temporaryDirectory,
  until,
} from '../support/service-process.js';

const mount = (...args: string[]) => void execFileSync('mount', args, { stdio: 'ignore' });
const mounted: string[] = [];

function mayMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' });
    return process.getuid?.() === 0;
  } catch {
    return false;
  }
}

const withMounts = mayMount() ? describe : describe.skip;
const isReady = async ({ base }: ServiceProcess) => (await call(base, 'GET', '/health/ready')).status === 200;
const IMAGE = { modelKey: 'embedded-image', prompt: 'a disk' };

withMounts('on two machines', () => {
  let directory: string;
  let other: string;
  let database: Awaited<ReturnType<typeof createDatabase>>;

  beforeAll(async () => {
    const home = await temporaryDirectory();
    [directory, other] = [join(home, 'data'), join(home, 'other')];
    await mkdir(directory);
    await mkdir(other);
    mount('-t', 'tmpfs', '-o', 'size=64m,mode=755', 'tmpfs', directory);
    mounted.push(directory);
    mount('--bind', directory, other);
    mounted.push(other);
    database = await createDatabase();
  });
  afterAll(async () => {
    for (const path of mounted.reverse()) execFileSync('umount', ['--lazy', path], { stdio: 'ignore' });
    await endServices();
    await database.drop();
  });

  it('one whose disk becomes read-only takes nothing and refunds nothing; its API still sells; it recovers', async () => {
    const env = { DATABASE_URL: database.url };
    const worst = await spawnService({ ...env, DATA_DIR: other });
    const { key } = await newCaller(worst.base);
    mount('-o', 'remount,ro,bind', other);
    const alone = await Promise.all(Array.from({ length: 6 }, () => generate(worst.base, key, IMAGE)));
    await until(async () => !(await isReady(worst)));
    await until(() => worst.log().includes('claims nothing while its files cannot be written'));
    const best = await spawnService({ ...env, DATA_DIR: directory, ROLES: 'worker' });
    const later = await Promise.all(Array.from({ length: 6 }, () => generate(worst.base, key, IMAGE)));
    for (const { predictionId } of [...alone, ...later]) {
      const last = await finished(worst.base, key, predictionId);
      expect(last).toMatchObject({ status: 'completed', creditsRefunded: 0, attempts: 1 });
    }
    const [row] = await database.query('select max(errors) as errors from predictions');
    expect(row).toEqual({ errors: 0 });
    await best.end('SIGTERM');
    const last = await generate(worst.base, key, IMAGE);
    mount('-o', 'remount,rw,bind', other);
    expect((await finished(worst.base, key, last.predictionId)).status).toBe('completed');
    await until(() => isReady(worst));
    await worst.end('SIGTERM');
  }, 180_000);
});
