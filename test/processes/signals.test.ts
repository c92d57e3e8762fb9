/** What signals do: to a single process, to a supervisor and its processes. docs/operating.md has the table. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { alive, descendantsOf, membersOf } from '../../prove/harness/cluster/process-list.mjs';
import { type Answer, call, generate, newCaller } from '../support/client.js';
import { endServices, type ServiceProcess, spawnService, until } from '../support/service-process.js';

afterAll(endServices);

/** Begins a poll that waits for half a minute. */
async function beginLongPoll(service: ServiceProcess): Promise<{ poll: Promise<Answer> }> {
  const { key } = await newCaller(service.base);
  const { predictionId } = await generate(service.base, key, { modelKey: 'embedded-fault', mode: 'hang' });
  const path = `/api/generate/status/${predictionId}?wait=30`;
  const poll = call(service.base, 'GET', path, { token: key });
  // A second request is answered after the first one has arrived.
  await call(service.base, 'GET', `/api/generate/status/${predictionId}`, { token: key });
  return { poll };
}

const isAnswering = async ({ base }: ServiceProcess) =>
  (await call(base, 'GET', '/health/ready')).status === 200;

describe.each(['1', '2'])('with %s processes', (PROCESSES) => {
  // `src/signals.spec.ts` has the others: they call the same.
  const ending: NodeJS.Signals[] = PROCESSES === '1' ? ['SIGTERM', 'SIGHUP'] : ['SIGQUIT'];

  it.each(ending)(
    '%s ends it gracefully: a long poll is answered, and no process and no database is left',
    async (signal) => {
      const service = await spawnService({ PROCESSES });
      const all = descendantsOf(service.pid);
      const { poll } = await beginLongPoll(service);
      const { code, signal: endedBy } = await service.end(signal);
      expect([code, endedBy]).toEqual([0, null]);
      expect((await poll).status).toBe(200);
      expect(alive(all)).toEqual([]);
      expect(existsSync(join(service.directory, 'postgres/data/postmaster.pid'))).toBe(false);
    },
    120_000,
  );

  it('SIGUSR1, SIGUSR2 and SIGPIPE change nothing, and open no debugger', async () => {
    const service = await spawnService({ PROCESSES });
    const targets = [service.pid, ...Object.values(membersOf(service.pid))];
    for (const pid of targets)
      for (const signal of ['SIGUSR1', 'SIGUSR2', 'SIGPIPE'] as const) process.kill(pid, signal);
    expect(await isAnswering(service)).toBe(true);
    expect(alive(targets)).toEqual(targets);
    expect(service.log()).not.toContain('Debugger');
    expect((await service.end('SIGTERM')).signal).toBeNull();
  }, 120_000);
});

it('a PostgreSQL that does not stop: the service ends with a sentence, and 1, and PostgreSQL stops when it can', async () => {
  const service = await spawnService();
  const pidFile = join(service.directory, 'postgres/data/postmaster.pid');
  const postmaster = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
  process.kill(postmaster, 'SIGSTOP');
  try {
    expect(await service.end('SIGTERM')).toMatchObject({ code: 1, signal: null });
  } finally {
    process.kill(postmaster, 'SIGCONT');
  }
  expect(service.log()).toMatch(/^The stop took longer than 10 s and was cut off\.$/m);
  await until(() => !existsSync(pidFile));
}, 120_000);

it('signals of a terminal to the processes of a supervisor are its own to decide', async () => {
  const service = await spawnService({ PROCESSES: '2' });
  const members = membersOf(service.pid);
  for (const pid of Object.values(members))
    for (const signal of ['SIGINT', 'SIGHUP', 'SIGQUIT'] as const) process.kill(pid, signal);
  expect(await isAnswering(service)).toBe(true);
  expect(membersOf(service.pid)).toEqual(members);
  await service.end('SIGTERM');
}, 120_000);
