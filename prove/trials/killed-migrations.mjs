// M3: migrations that are killed and restarted. Three concurrent processes migrate a database with an older schema and data. They are
// killed at random moments, several times; then three processes run undisturbed and must succeed. Every migration must have run exactly
// once, the schema must equal that of an undisturbed migration, and no row may be lost. Every second database predates the baseline,
// which adopts it.
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { isRunning, sendSignal, startChild } from '../harness/cluster/child.mjs';

const PROGRAM = fileURLToPath(new URL('../harness/database/migrate-once.mjs', import.meta.url));
const DATA_SOURCE = fileURLToPath(new URL('../../dist/platform/database/data-source.js', import.meta.url));
/** Number of migrations of the older schema: the baseline. */
const OLD = 1;
const AT_ONCE = 3;
const KILLS_EACH = 3;
const ROWS = 5_000;

const OLD_ROWS = `
with old_accounts as (
  insert into accounts (id, plan, balance) select gen_random_uuid(), 'free', 1000 from generate_series(1, ${ROWS}) returning id
)
insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after)
select id, 'grant', 'system', 'wallet', 1000, 1000 from old_accounts`;

/** Additional parts of a schema before the baseline. */
const BEFORE_BASELINE = `
create table rate_windows (subject text constraint rate_windows_pkey primary key, head bigint not null default 0,
  buckets integer[] not null default array_fill(0, array[61]), requests bigint not null default 0, last_used_at timestamptz,
  earlier integer not null default 0, earlier_at bigint not null default 0);
alter table budgets inherit rate_windows;
create function insert_budget() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger rate_windows_stays_empty before insert on rate_windows for each row execute function insert_budget();
truncate migrations;
insert into migrations (timestamp, name) values (1763000000000, 'InitialSchema1763000000000'), (1764911193000, 'RejectedPayments1764911193000')`;

/** A hash of all columns, indexes, constraints and triggers: equal for equal schemas. */
const SCHEMA = `
select md5(string_agg(what, E'\\n' order by what)) as schema from (
  select format('column %s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as what
  from information_schema.columns where table_schema = 'public'
  union all select indexdef from pg_indexes where schemaname = 'public'
  union all select format('constraint %s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace
  union all select format('trigger %s', pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
) made`;

export default {
  name: 'M3',
  title: 'concurrent migrations killed midway and restarted',
  seconds: 25,
  async run(context) {
    const rounds = context.count({ gate: 2, short: 30, long: 300 });
    const cluster = await context.startCluster({ processes: {}, plugin: false });
    const server = new Server(cluster);
    const { MIGRATIONS } = await import(pathToFileURL(DATA_SOURCE).href);
    await server.makeOld(MIGRATIONS.slice(0, OLD));
    const calm = await server.copy('calm');
    const { code } = await server.migrate(calm).gone;
    if (code !== 0) context.fail('an undisturbed migration failed', await cluster.log('migrations'));
    const expected = { ...(await server.state(calm)), ...(await server.wallets(calm)) };
    let kills = 0;
    let midway = 0;
    for (let round = 0; round < rounds; round += 1) {
      const name = await server.copy(`round_${round}`);
      if (round % 2 === 1) await server.on(name, BEFORE_BASELINE);
      for (let at = 0; at < KILLS_EACH; at += 1) {
        kills += await server.killed(name, context.random, MIGRATIONS.length - 1);
        const { migrations } = await server.state(name);
        if (migrations.includes(MIGRATIONS[0].name) && migrations.length < MIGRATIONS.length) midway += 1;
      }
      const last = Array.from({ length: AT_ONCE }, () => server.migrate(name));
      const exits = await Promise.all(last.map(({ gone }) => gone));
      if (exits.some((exit) => exit.code !== 0))
        context.fail('a start after a killed migration failed', {
          exits,
          log: await cluster.log('migrations'),
        });
      const found = { ...(await server.state(name)), ...(await server.wallets(name)) };
      if (JSON.stringify(found) !== JSON.stringify(expected))
        context.fail('the schema or the data differs from that of an undisturbed migration', {
          found,
          expected,
        });
      await server.drop(name);
      context.progress(round + 1, rounds);
    }
    return {
      n: { databases: rounds, kills, 'left midway': midway, migrations: MIGRATIONS.length - OLD },
    };
  },
};

/** Resolves when the process is about to connect, or has exited. */
const begun = (child) =>
  new Promise((resolve) => {
    child.once('message', resolve);
    void child.gone.then(resolve);
  });

class Server {
  constructor(cluster) {
    this.cluster = cluster;
  }

  urlOf(name) {
    return Object.assign(new URL(this.cluster.postgres.url), { pathname: `/${name}` }).href;
  }

  async on(name, text, values) {
    const client = new pg.Client({ connectionString: this.urlOf(name) });
    await client.connect();
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Creates a database of an earlier release with rows that the later migrations process. */
  async makeOld(migrations) {
    await this.on('postgres', 'create database old');
    const source = new DataSource({ type: 'postgres', url: this.urlOf('old'), migrations });
    await source.initialize();
    await source.runMigrations({ transaction: 'each' });
    await source.destroy();
    await this.on('old', OLD_ROWS);
  }

  async copy(name) {
    await this.on('postgres', `create database ${name} template old`);
    return name;
  }

  /** Drops a database; sessions of killed processes may still be open for a moment. */
  async drop(name) {
    await this.on('postgres', `drop database ${name} with (force)`);
  }

  migrate(name) {
    const { directory } = this.cluster;
    return startChild(PROGRAM, [this.urlOf(name)], {
      env: { PATH: process.env.PATH },
      cwd: directory,
      logFile: this.cluster.logFile('migrations'),
    });
  }

  /**
   * Starts several migrations and kills them soon after some steps are done.
   * @returns how many were killed before they finished
   */
  async killed(name, random, total) {
    const children = Array.from({ length: AT_ONCE }, () => this.migrate(name));
    await Promise.all(children.map(begun));
    const target = random.between(OLD, total);
    const watcher = new pg.Client({ connectionString: this.urlOf(name) });
    await watcher.connect();
    const done = async () => (await watcher.query('select count(*)::int as n from migrations')).rows[0].n;
    while ((await done()) < target && children.some(isRunning));
    await sleep(random.between(0, 8));
    for (const child of children) sendSignal(child, 'SIGKILL');
    await watcher.end();
    const exits = await Promise.all(children.map(({ gone }) => gone));
    return exits.filter(({ signal }) => signal === 'SIGKILL').length;
  }

  /** Returns the wallets of a migrated database. */
  async wallets(name) {
    const text = `select count(*)::int as wallets, sum(balance)::int as balances from wallets w where exists (
      select from accounts a where a.id = w.account_id)`;
    return (await this.on(name, text))[0];
  }

  async state(name) {
    const applied = await this.on(name, 'select name from migrations order by name, id');
    const [{ schema }] = await this.on(name, SCHEMA);
    const [rows] = await this.on(
      name,
      'select (select count(*)::int from accounts) as accounts, (select sum(amount)::int from ledger_transfers) as credits',
    );
    return { migrations: applied.map((row) => row.name), schema, ...rows };
  }
}
