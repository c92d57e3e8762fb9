/** `npm start` under a supervisor: signals to npm reach the service, which stops gracefully and leaves no process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { descendantsOf, isAlive } from '../../prove/harness/cluster/process-list.mjs';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { endServices, temporaryDirectory, until } from '../support/service-process.js';

let database: TestDatabase;
let npm: ChildProcess | undefined;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(async () => {
  for (const pid of npm?.pid ? [...descendantsOf(npm.pid), npm.pid] : []) {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  }
  await database.drop();
  await endServices();
});

it('stops gracefully when only npm receives SIGTERM', async () => {
  npm = spawn('npm', ['start'], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      DATABASE_URL: database.url,
      DATA_DIR: await temporaryDirectory(),
      JWT_SECRET: 'a secret of the tests, long enough to be one',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = once(npm, 'exit');
  let log = '';
  npm.stdout!.on('data', (text: Buffer) => (log += text.toString()));
  npm.stderr!.on('data', (text: Buffer) => (log += text.toString()));
  await until(() => log.includes('Offprint is ready at') || npm!.exitCode !== null);
  expect(log).toContain('Offprint is ready at');
  const children = descendantsOf(npm.pid!);
  expect(children.length).toBeGreaterThan(0);

  npm.kill('SIGTERM');
  await gone;
  await until(() => !children.some(isAlive));
  expect(npm.exitCode).toBe(0);
}, 180_000);
