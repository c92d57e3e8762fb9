// An extension with migrations, which only the present release of trial U1 loads: they take long enough to be killed in their middle, and
// add a column, a table with rows and an index to what the release before uses. Releases without a migration between them have these.
import { buildIndex } from '@offprint/postgres';

const ALWAYS_LARGE = -1;
const SECONDS = 0.4;

class Column1900000000000 {
  async up(runner) {
    await runner.query(`alter table public.predictions add column of_upgrade text not null default 'added'`);
    await runner.query(`select pg_sleep(${SECONDS})`);
  }
  async down() {}
}

class Rows1900000000001 {
  async up(runner) {
    await runner.query('create table seen as select id, account_id, status from public.predictions');
    await runner.query(`select pg_sleep(${SECONDS})`);
    await runner.query('alter table seen add primary key (id)');
  }
  async down() {}
}

class Index1900000000002 {
  transaction = false;
  async up(runner) {
    const index = { name: 'predictions_of_upgrade', table: 'public.predictions', definition: '(of_upgrade)' };
    await buildIndex(runner, index, ALWAYS_LARGE);
    await runner.query(`select pg_sleep(${SECONDS})`);
  }
  async down() {}
}

const migrations = [Column1900000000000, Rows1900000000001, Index1900000000002];

export default { name: 'upgrade', schemas: [{ name: 'upgrade', migrations }] };
