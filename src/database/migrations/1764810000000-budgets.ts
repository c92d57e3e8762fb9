import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Renames `rate_windows` to `budgets` and adds a generation to each budget, which its index ends with: while a snapshot keeps
 * old versions of a row, a request reads the newest generation only.
 *
 * Processes of the release before keep using the name `rate_windows`: an empty table that `budgets` inherits from, so that
 * they read, lock and update the rows of `budgets`; a trigger inserts there what they insert. The next release removes it.
 */
export class Budgets1764810000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table rate_windows rename to budgets;
      alter table budgets rename constraint rate_windows_has_61_buckets to budgets_has_61_buckets;
      alter table budgets
        add column generation bigint not null default 0,
        add column updates integer not null default 0,
        drop constraint rate_windows_pkey;
      alter table budgets add constraint budgets_pkey primary key (subject, generation);

      create table rate_windows (
        subject text constraint rate_windows_pkey primary key,
        head bigint not null default 0,
        buckets integer[] not null default array_fill(0, array[61]),
        requests bigint not null default 0,
        last_used_at timestamptz,
        earlier integer not null default 0,
        earlier_at bigint not null default 0
      );
      alter table budgets inherit rate_windows;

      create function insert_budget() returns trigger language plpgsql as $$
      begin
        insert into budgets (subject) select new.subject where not exists (select from budgets where subject = new.subject)
        on conflict do nothing;
        return null;
      end $$;
      create trigger rate_windows_stays_empty before insert on rate_windows for each row execute function insert_budget()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table budgets no inherit rate_windows;
      drop table rate_windows;
      drop function insert_budget();
      delete from budgets b where exists (select from budgets n where n.subject = b.subject and n.generation > b.generation);
      alter table budgets drop constraint budgets_pkey, drop column generation, drop column updates;
      alter table budgets rename constraint budgets_has_61_buckets to rate_windows_has_61_buckets;
      alter table budgets rename to rate_windows;
      alter table rate_windows add constraint rate_windows_pkey primary key (subject)`);
  }
}
