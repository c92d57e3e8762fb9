import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openTemporaryDirectory } from '../test/support/embedded-service.js';
import { takeOwnership } from './owner-lock.js';
import { type ProcessIdentity, thisProcess } from './process-identity.js';

describe('owner lock', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await openTemporaryDirectory();
  });
  afterEach(() => rm(directory, { recursive: true }));

  async function leaveClaim(changes: Partial<ProcessIdentity>, number = 7): Promise<string> {
    const path = join(directory, 'postgres-owner', `${String(number).padStart(9, '0')}.json`);
    await mkdir(join(directory, 'postgres-owner'), { recursive: true });
    await writeFile(path, JSON.stringify({ ...(await thisProcess()), ...changes }));
    return path;
  }

  it('rejects a second owner with the pid of the first and a remedy', async () => {
    const ownership = await takeOwnership(directory);
    await expect(takeOwnership(directory)).rejects.toThrow(
      new RegExp(`pid ${process.pid}\\).*${directory}.*another data directory.*PostgreSQL of your own`),
    );
    await ownership.release();
  });

  it('accepts the next owner after release, which may be called twice', async () => {
    const first = await takeOwnership(directory);
    await Promise.all([first.release(), first.release()]);
    const second = await takeOwnership(directory);
    await first.release();
    await expect(takeOwnership(directory)).rejects.toThrow('only one may');
    await second.release();
  });

  it('is taken over from a dead owner by exactly one of many contenders', async () => {
    await leaveClaim({ pid: 2 ** 30 });
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => takeOwnership(directory)));
    const winners = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    await winners[0]?.value.release();
  });

  it('is not held by a live process that has the pid of the dead owner', async () => {
    await leaveClaim({ startedAt: '1' });
    const ownership = await takeOwnership(directory);
    await ownership.release();
  });

  it('is not held by an owner from before the last reboot', async () => {
    const { boot } = await thisProcess();
    await leaveClaim({ boot: 'an earlier boot' });
    if (boot === '') return expect(takeOwnership(directory)).rejects.toThrow('only one may'); // this platform has no boot id
    await (await takeOwnership(directory)).release();
  });

  it('is not held by a claim that cannot be read', async () => {
    await writeFile(await leaveClaim({}), '');
    await (await takeOwnership(directory)).release();
  });

  it('is held by an owner in another container while its heartbeat continues', async () => {
    const path = await leaveClaim({ hostname: 'other-container', pidNamespace: 'pid:[1]', boot: 'other' });
    let time = 1;
    const heartbeat = setInterval(() => void utimes(path, (time += 1), time).catch(() => undefined), 20);
    try {
      await expect(takeOwnership(directory)).rejects.toThrow('on other-container');
    } finally {
      clearInterval(heartbeat);
    }
  });

  it('is taken over from an owner in another container without a heartbeat', async () => {
    await leaveClaim({ hostname: 'other-container', pidNamespace: 'pid:[1]', boot: 'other' });
    await (await takeOwnership(directory)).release();
  });

  it('keeps one claim file after several owners', async () => {
    for (let round = 0; round < 5; round++) await (await takeOwnership(directory)).release();
    const names = await readdir(join(directory, 'postgres-owner'));
    expect(names).toEqual(['000000005.json']);
    expect(await readFile(join(directory, 'postgres-owner', names[0] ?? ''), 'utf8')).toContain('released');
  });
});
