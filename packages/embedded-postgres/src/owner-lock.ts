/**
 * Ensures one owner process per data directory, by claims in `postgres-owner/`.
 *
 * A claim is a numbered file that names a process; the highest number counts while its process runs. A contender never
 * deletes or rewrites the claim of a dead owner: it publishes the next number, which exactly one contender can do. (With
 * one lock file, the second of two contenders that found it stale would delete the new lock of the first.) For the same
 * reason a released claim stays, marked as released, until the next owner.
 */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { EmbeddedDatabaseError, errorCode } from './embedded-database-error.js';
import { ensureDirectory, replaceFile } from './owned-files.js';
import { isRunning, type ProcessIdentity, thisProcess } from './process-identity.js';

const FOLDER = 'postgres-owner';
/** Heartbeat of the owner: touches its claim, for contenders that cannot see its process (another container or host). */
const HEARTBEAT_MS = 1000;
const SILENCE_MS = 3500;

export interface Ownership {
  /** Releases the data directory. Idempotent. */
  release(): Promise<void>;
}

interface Claim {
  number: number;
  path: string;
}

/** Makes this process the owner of the data directory. @throws an error that names the present owner. */
export async function takeOwnership(dataDirectory: string): Promise<Ownership> {
  const folder = join(dataDirectory, FOLDER);
  await ensureDirectory(folder, 0o700);
  const me = await thisProcess();
  for (;;) {
    const latest = await latestClaim(folder);
    const owner = latest && (await readOwner(latest.path));
    if (latest && owner && (await isLive(owner, latest.path, me)))
      throw alreadyOwned(owner, me, dataDirectory);
    const mine = claim(folder, (latest?.number ?? 0) + 1);
    if (!(await publish(mine.path, me))) continue;
    // Before this claim was published, others may have published and released higher numbers and deleted this one.
    if ((await latestClaim(folder))?.number !== mine.number) {
      await rm(mine.path, { force: true });
      continue;
    }
    await clearBelow(folder, mine.number);
    return hold(mine);
  }
}

function hold(mine: Claim): Ownership {
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(mine.path, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  let released: Promise<void> | undefined;
  return {
    release: () => {
      clearInterval(heartbeat);
      released ??= replaceFile(mine.path, '{"released":true}\n', 0o600).catch((error: unknown) => {
        // The whole data directory was deleted meanwhile: nothing is left to release.
        if (errorCode(error) !== 'ENOENT') throw error;
      });
      return released;
    },
  };
}

async function isLive(owner: ProcessIdentity, path: string, me: ProcessIdentity): Promise<boolean> {
  if (owner.boot === me.boot && owner.pidNamespace === me.pidNamespace && sameHost(owner, me)) {
    return isRunning(owner.pid, owner.startedAt);
  }
  if (owner.boot !== me.boot && owner.hostname === me.hostname) return false; // this machine has rebooted
  const before = await modifiedAt(path);
  const deadline = performance.now() + SILENCE_MS;
  while (performance.now() < deadline) {
    await sleep(20);
    const now = await modifiedAt(path);
    if (now === undefined) return true; // another contender has just taken over and is the owner
    if (now !== before) return true;
  }
  return false;
}

/** With a boot id, pid namespaces distinguish the containers of a host; without one, only the host name does. */
function sameHost(owner: ProcessIdentity, me: ProcessIdentity): boolean {
  return me.boot !== '' || owner.hostname === me.hostname;
}

async function modifiedAt(path: string): Promise<number | undefined> {
  return stat(path).then(
    (found) => found.mtimeMs,
    () => undefined,
  );
}

function claim(folder: string, number: number): Claim {
  return { number, path: join(folder, `${String(number).padStart(9, '0')}.json`) };
}

async function claims(folder: string): Promise<Claim[]> {
  const names = await readdir(folder);
  return names
    .filter((name) => /^\d+\.json$/.test(name))
    .map((name) => claim(folder, Number.parseInt(name, 10)));
}

async function latestClaim(folder: string): Promise<Claim | undefined> {
  const found = await claims(folder);
  return found.sort((a, b) => b.number - a.number)[0];
}

/** Returns the process of a claim; undefined when it was released or is malformed (a torn write). */
async function readOwner(path: string): Promise<ProcessIdentity | undefined> {
  try {
    const parsed = JSON.parse(await readFile(path, 'utf8')) as Partial<ProcessIdentity>;
    if (typeof parsed.pid !== 'number') return undefined;
    const { pid, startedAt = 'unknown', hostname = '', boot = '', pidNamespace = '' } = parsed;
    return { pid, startedAt, hostname, boot, pidNamespace };
  } catch (error) {
    if ((error as Error).name === 'SyntaxError' || errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Publishes a claim with its content in one step. Returns false when the number is taken. */
async function publish(path: string, me: ProcessIdentity): Promise<boolean> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await replaceFile(draft, `${JSON.stringify(me)}\n`, 0o600);
  try {
    await link(draft, path).catch((error: unknown) => {
      if (errorCode(error) === 'EEXIST') throw error;
      return copyFile(draft, path, constants.COPYFILE_EXCL); // a file system without hard links
    });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function clearBelow(folder: string, number: number): Promise<void> {
  const old = (await claims(folder)).filter((found) => found.number < number);
  await Promise.all(old.map((found) => rm(found.path, { force: true })));
}

function alreadyOwned(
  owner: ProcessIdentity,
  me: ProcessIdentity,
  dataDirectory: string,
): EmbeddedDatabaseError {
  const who = isDeepStrictEqual(owner, me)
    ? `This process (pid ${owner.pid}) already runs`
    : `Another process (pid ${owner.pid} on ${owner.hostname}) runs`;
  return new EmbeddedDatabaseError(
    `${who} the embedded PostgreSQL of the data directory ${dataDirectory}, and only one may.`,
    'Stop it first, choose another data directory for a separate database, or share a PostgreSQL of your own.',
  );
}
