/** The service's own PostgreSQL ends while nobody stops it: it is started again, a bounded number of times, or the service ends. */
import { mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { finished, generate, newCaller } from '../support/client.js';
import {
  endServices,
  type ServiceProcess,
  spawnService,
  temporaryDirectory,
  until,
} from '../support/service-process.js';

afterAll(endServices);

/** The cluster may be outside of DATA_DIR when root runs the test. */
async function clusterOf({ directory }: ServiceProcess): Promise<string> {
  const { home } = JSON.parse(await readFile(join(directory, 'postgres.json'), 'utf8')) as { home: string };
  return join(resolve(directory, home), 'data');
}
const pidOf = async (data: string) =>
  Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10);

const isReady = (base: string) => fetch(`${base}/health/ready`).then(({ ok }) => ok);

it.each(['1', '2'])(
  'with %s processes, SIGQUIT to its first process: the service works again, and the log says why',
  async (PROCESSES) => {
    const service = await spawnService({ PROCESSES });
    const { key } = await newCaller(service.base);
    const data = await clusterOf(service);
    const before = await pidOf(data);
    process.kill(before, 'SIGQUIT');
    await until(() => service.log().includes('the embedded PostgreSQL was started again'));
    await until(() => isReady(service.base));
    expect(await pidOf(data)).not.toBe(before);
    const { predictionId } = await generate(service.base, key, { modelKey: 'embedded-fault', mode: 'ok' });
    expect((await finished(service.base, key, predictionId)).status).toBe('completed');
    expect(service.log()).toContain(`the embedded PostgreSQL (pid ${before}) has ended unexpectedly`);
    expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
  },
  120_000,
);

const STUCK = `import { Provider } from 'offprint';
class Stuck extends Provider {
  name = 'stuck';
  resubmission = 'harmless';
  offers() { return false; }
  onModuleDestroy() { return new Promise(() => undefined); }
}
export default { name: 'stuck', providers: [Stuck] };
`;

it.each([
  ['1 process', { PROCESSES: '1' }],
  ['2 processes', { PROCESSES: '2' }],
  ['an extension that does not stop', { PROCESSES: '1', PLUGINS: './stuck.mjs' }],
])(
  'with %s, a PostgreSQL that does not start again: the service ends with a sentence, and 1',
  async (_what, env) => {
    const DATA_DIR = await temporaryDirectory();
    // It finds the service of the checkout.
    await mkdir(join(DATA_DIR, 'node_modules'));
    await symlink(process.cwd(), join(DATA_DIR, 'node_modules/offprint'));
    await writeFile(join(DATA_DIR, 'stuck.mjs'), STUCK);
    const service = await spawnService({ ...env, DATA_DIR });
    const data = await clusterOf(service);
    const control = join(data, 'global/pg_control');
    await rename(control, `${control}.away`);
    process.kill(await pidOf(data), 'SIGQUIT');
    await until(() => !service.isRunning());
    expect(await service.end('SIGTERM')).toMatchObject({ code: 1 });
    expect(service.log()).toMatch(/^The embedded PostgreSQL ended, and was started 5 times/m);
    expect(service.log()).toContain('set DATABASE_URL to use your own PostgreSQL');
    expect(service.log()).not.toMatch(/^\s+at /m);
  },
  120_000,
);
