// The temporary directory of a test run, in memory where the machine has room: the tests create hundreds of databases, and on
// a disk their files cost more processor time than their statements.
import { chmod, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const ROOM_BYTES = 6 * 1024 ** 3;

/**
 * Creates an empty directory that every account may enter, as PostgreSQL's own account must when the tests run as root. Its
 * path is short: the path of a Unix socket has at most 107 bytes.
 * @param {{ inMemory?: boolean, facts?: Facts }} options `inMemory: false` always takes the temporary directory of the system
 * @returns {Promise<{ path: string, remove(): Promise<void> }>}
 */
export async function createScratch({ inMemory = true, facts } = {}) {
  const isInMemory = inMemory && hasRoomInMemory(facts ?? (await readFacts()));
  const path = await mkdtemp(join(isInMemory ? MEMORY : tmpdir(), 'offprint-'));
  await chmod(path, 0o711);
  return {
    path,
    // The PostgreSQL of the tests may still write while it stops.
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  };
}

/**
 * Returns whether `/dev/shm` can take the files of a run: it has room, the memory is free too, and programs may run there.
 * @typedef {{ platform: string, freeBytes: number, memoryBytes: number, mounts: string }} Facts
 * @param {Facts} facts `freeBytes` of the file system, `memoryBytes` that are available, `mounts` as in /proc/mounts
 */
export function hasRoomInMemory({ platform, freeBytes, memoryBytes, mounts }) {
  if (platform !== 'linux' || Math.min(freeBytes, memoryBytes) < ROOM_BYTES) return false;
  // The last mount hides the others.
  const mount = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, directory]) => directory === MEMORY);
  const [, , type, options = ''] = mount ?? [];
  const names = options.split(',');
  return type === 'tmpfs' && names.includes('rw') && !names.includes('noexec');
}

/** Reads the facts of this machine. What cannot be read counts as no room. */
async function readFacts() {
  const [shm, memory, mounts] = await Promise.all([
    statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 })),
    readFile('/proc/meminfo', 'utf8').catch(() => ''),
    readFile('/proc/mounts', 'utf8').catch(() => ''),
  ]);
  const [, kibibytes = '0'] = /^MemAvailable: +(\d+) kB$/m.exec(memory) ?? [];
  return {
    platform: process.platform,
    freeBytes: shm.bavail * shm.bsize,
    memoryBytes: Number(kibibytes) * 1024,
    mounts,
  };
}
