/** What `npm test` prepares: the temporary directory of a run, and the list of files whose format it checks. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface Facts {
  platform: string;
  freeBytes: number;
  memoryBytes: number;
  mounts: string;
}
interface Scratch {
  path: string;
  remove(): Promise<void>;
}
const GB = 1024 ** 3;
const ROOM: Facts = {
  platform: 'linux',
  freeBytes: 8 * GB,
  memoryBytes: 8 * GB,
  mounts: 'proc /proc proc rw,nosuid 0 0\ntmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0\n',
};
const FULL = { ...ROOM, freeBytes: 5 * GB };

describe('the temporary directory of a run', () => {
  const load = async () => {
    const path = '../../scripts/scratch.mjs';
    return (await import(path)) as {
      createScratch(options: { inMemory?: boolean; facts?: Facts }): Promise<Scratch>;
      hasRoomInMemory(facts: Facts): boolean;
    };
  };

  it('is in memory on Linux with room', async () => {
    expect((await load()).hasRoomInMemory(ROOM)).toBe(true);
  });

  it.each<[string, Partial<Facts>]>([
    ['/dev/shm is too small', FULL],
    ['memory is short', { memoryBytes: 5 * GB }],
    ['no program may run there', { mounts: 'shm /dev/shm tmpfs rw,nosuid,nodev,noexec 0 0\n' }],
    ['a later mount hides it', { mounts: `${ROOM.mounts}shm /dev/shm tmpfs rw,noexec 0 0\n` }],
    ['nothing is mounted there', { mounts: 'proc /proc proc rw 0 0\n' }],
    ['/proc/mounts is missing', { mounts: '' }],
    ['the system is another one', { platform: 'darwin' }],
  ])('is not in memory when %s', async (_case, facts) => {
    expect((await load()).hasRoomInMemory({ ...ROOM, ...facts })).toBe(false);
  });

  it.each([{ facts: FULL }, { facts: ROOM, inMemory: false }])(
    'is otherwise below that of the system, is open to every account, and is removed: %j',
    async (options) => {
      const scratch = await (await load()).createScratch(options);
      expect(dirname(scratch.path)).toBe(tmpdir());
      expect((await stat(scratch.path)).mode & 0o777).toBe(0o711);
      await mkdir(join(scratch.path, 'data'));
      await writeFile(join(scratch.path, 'data/file'), 'content');
      await scratch.remove();
      expect(existsSync(scratch.path)).toBe(false);
      await scratch.remove();
    },
  );
});

describe('the files whose format a run checks', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'offprint-changed-'));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const changedFiles = async () => {
    const path = '../../scripts/changed-files.mjs';
    const module = (await import(path)) as { changedFiles(root: string): Promise<string[] | null> };
    return module.changedFiles(root);
  };
  const write = (name: string, text: string) => writeFile(join(root, name), text);
  const git = (...args: string[]) => {
    const identity = ['-c', 'user.name=A Person', '-c', 'user.email=person@example.test'];
    execFileSync('git', [...identity, '-c', 'commit.gpgsign=false', ...args], { cwd: root, stdio: 'pipe' });
  };
  const commit = () => {
    git('add', '--all');
    git('commit', '--quiet', '--no-verify', '--message', 'a commit');
  };
  const createRepository = async () => {
    git('init', '--quiet', '--initial-branch', 'main');
    for (const name of ['kept.ts', 'changed.ts', 'deleted.ts', 'changed on the branch.ts'])
      await write(name, '1');
    await write('.gitignore', 'ignored.ts\n');
    commit();
  };

  it('are those that differ from the last commit, and new ones', async () => {
    await createRepository();
    await write('changed.ts', '2');
    await write('new.ts', '1');
    await write('ignored.ts', '1');
    await rm(join(root, 'deleted.ts'));
    expect(await changedFiles()).toEqual(['changed.ts', 'new.ts']);
  });

  it('are also those of all commits of a branch, and not those of later commits of main', async () => {
    await createRepository();
    git('checkout', '--quiet', '-b', 'work');
    await write('changed on the branch.ts', '2');
    commit();
    git('checkout', '--quiet', 'main');
    await write('kept.ts', '2');
    commit();
    git('checkout', '--quiet', 'work');
    await write('new.ts', '1');
    expect(await changedFiles()).toEqual(['changed on the branch.ts', 'new.ts']);
  });

  it('are none in a clean checkout of main', async () => {
    await createRepository();
    expect(await changedFiles()).toEqual([]);
  });

  it('are unknown without git', async () => {
    expect(await changedFiles()).toBeNull();
  });
});
