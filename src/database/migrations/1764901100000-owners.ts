import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users in one statement, each a transaction of its own: some tens of milliseconds. */
const BATCH = 2_000;

/**
 * ADD_OWNERS: makes the users after $1 the owners of their accounts. Users that have a membership keep it. Returns the last of
 * them, or null.
 */
const ADD_OWNERS = `
with next_users as materialized (
  select id, account_id, created_at from users where id > $1 order by id limit ${BATCH}
),
new_memberships as (
  insert into memberships (user_id, account_id, role, since)
  select u.id, u.account_id, 'owner', u.created_at from next_users u
  where not exists (select from memberships m where m.user_id = u.id)
  on conflict do nothing
)
select id as last from next_users order by id desc limit 1
`;

/**
 * Makes every existing user the owner of the account, in batches: no row stays locked, and a killed run continues. Users that
 * are created meanwhile have their membership from the trigger of the migration before.
 */
export class Owners1764901100000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    let last: string | undefined = '00000000-0000-0000-0000-000000000000';
    while (last !== undefined) {
      const [row] = (await runner.query(ADD_OWNERS, [last])) as { last: string }[];
      last = row?.last;
    }
  }

  /** The migration before drops the table. */
  async down(): Promise<void> {}
}
