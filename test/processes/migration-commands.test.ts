/** The commands of docs/migrations.md, against a given database and the embedded one. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { MIGRATIONS } from '../../src/platform/database/index.js';
import { createDatabase, type TestDatabase } from '../support/database.js';

/** In execution order: by the timestamp in their names. */
const NAMES = MIGRATIONS.map(({ name }) => name).sort((a, b) => timeOf(a) - timeOf(b));
const RUNS_COMMANDS_MS = 180_000;

function timeOf(name: string): number {
  return Number(/\d+$/.exec(name)![0]);
}

interface Result {
  code: number;
  output: string;
}

async function npmRun(settings: Record<string, string>, ...command: string[]): Promise<Result> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, NO_COLOR: '1', ...settings };
  const options = { env, timeout: RUNS_COMMANDS_MS };
  return promisify(execFile)('npm', ['run', '--silent', ...command], options).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
}

/** Returns the migrations that `migration -- show` lists as executed, and as pending. */
async function show(settings: Record<string, string>): Promise<{ run: string[]; pending: string[] }> {
  const { code, output } = await npmRun(settings, 'migration', '--', 'show');
  expect({ code, output }).toMatchObject({ code: 0 });
  const marked = (mark: RegExp) => [...output.matchAll(mark)].map(([, name]) => name!);
  return { run: marked(/\[X\] \d+ (\w+)/g), pending: marked(/\[ \] (\w+)/g) };
}

describe('a given database', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createDatabase();
  });
  afterEach(async () => database.drop());

  it(
    'is shown, reverted by one migration and migrated again',
    async () => {
      const settings = { DATABASE_URL: database.url };
      expect(await show(settings)).toEqual({ run: NAMES, pending: [] });
      expect(await npmRun(settings, 'migration', '--', 'revert')).toMatchObject({ code: 0 });
      const { run, pending } = await show(settings);
      expect(pending).toHaveLength(1);
      expect([...run, ...pending]).toEqual(NAMES);
      expect(await npmRun(settings, 'migration', '--', 'run')).toMatchObject({ code: 0 });
      expect(await show(settings)).toEqual({ run: NAMES, pending: [] });
    },
    RUNS_COMMANDS_MS,
  );

  it(
    'waits while another process migrates it',
    async () => {
      const other = new pg.Client({ connectionString: database.url });
      await other.connect();
      try {
        await other.query('select pg_advisory_lock(7264011)');
        const reverting = npmRun({ DATABASE_URL: database.url }, 'migration', '--', 'revert');
        const waiting = `select 1 from pg_stat_activity where datname = current_database() and query like 'select pg_try_advisory_lock%'`;
        while ((await other.query(waiting)).rows.length === 0)
          await new Promise((resolve) => setTimeout(resolve, 50));
        const { rows } = await other.query('select count(*)::int as migrations from migrations');
        expect(rows).toEqual([{ migrations: NAMES.length }]);
        await other.query('select pg_advisory_unlock(7264011)');
        expect(await reverting).toMatchObject({ code: 0 });
      } finally {
        await other.end();
      }
    },
    RUNS_COMMANDS_MS,
  );

  it(
    'generates a migration for missing columns of entities; exits 1 when unreachable',
    async () => {
      const generate = ['migration', '--', 'generate', join(tmpdir(), 'none'), '--check'];
      const settings = { DATABASE_URL: database.url };
      const agreeing = await npmRun(settings, ...generate);
      expect(agreeing.output).toContain('No changes in database schema were found');
      expect(agreeing.code).toBe(0);
      await database.query('alter table uploads drop column removal_at');
      const drifted = await npmRun(settings, ...generate);
      expect(drifted.output).toContain('ALTER TABLE "uploads" ADD "removal_at" TIMESTAMP WITH TIME ZONE');
      expect(drifted.code).toBe(1);
      const nowhere = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere' };
      expect(await npmRun(nowhere, 'migration', '--', 'show')).toMatchObject({ code: 1 });
    },
    RUNS_COMMANDS_MS,
  );
});

it(
  'each command starts, migrates and stops the embedded database',
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'offprint-migrations-'));
    try {
      const settings = { DATA_DIR: join(directory, 'data') };
      const { run, pending } = await show(settings);
      expect(run).toEqual([]);
      expect(pending.sort()).toEqual([...NAMES].sort());
      expect(await npmRun(settings, 'migration', '--', 'run')).toMatchObject({ code: 0 });
      expect(await show(settings)).toEqual({ run: NAMES, pending: [] });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
  RUNS_COMMANDS_MS,
);
