/** The statements and the tables of requests that the official clients repeat. */
import { sql, statement } from 'offprint';

/**
 * Creates the tables of the extension. The start runs it once, in a transaction.
 * `answers`: results, for a repetition of their request. `form_images`: images of forms with an `Idempotency-Key`.
 */
export class CreateRetries1795600000000 {
  async up(runner: { query(statement: string): Promise<unknown> }): Promise<void> {
    await runner.query(`
      create table openai_front.answers (
        id bigint generated always as identity primary key,
        key_id uuid not null,
        identity text not null,
        predictions text[] not null,
        is_lost boolean not null,
        at timestamptz not null default now()
      )`);
    await runner.query('create index on openai_front.answers (key_id, identity)');
    await runner.query('create index on openai_front.answers (at)');
    await runner.query(`
      create table openai_front.form_images (
        key_id uuid not null,
        name text not null,
        identity text not null,
        url text not null,
        at timestamptz not null default now(),
        primary key (key_id, name)
      )`);
    await runner.query('create index on openai_front.form_images (at)');
  }

  async down(runner: { query(statement: string): Promise<unknown> }): Promise<void> {
    await runner.query('drop table openai_front.answers, openai_front.form_images');
  }
}

/** Rows of before have no account: they are removed within a day. */
export class AddAccounts1796500000000 {
  async up(runner: { query(statement: string): Promise<unknown> }): Promise<void> {
    for (const table of ['answers', 'form_images']) {
      await runner.query(`alter table openai_front.${table} add account_id uuid`);
      await runner.query(`create index on openai_front.${table} (account_id)`);
    }
  }

  async down(runner: { query(statement: string): Promise<unknown> }): Promise<void> {
    for (const table of ['answers', 'form_images'])
      await runner.query(`alter table openai_front.${table} drop column account_id`);
  }
}

/** Keeps the predictions of a request. */
export const KEEP_ANSWER = statement('openai-front.keep-answer', {
  parameters: { account: sql.uuid, key: sql.uuid, identity: sql.text, predictions: sql.text.array },
  row: { id: sql.bigint },
  text: `
insert into openai_front.answers (account_id, key_id, identity, predictions, is_lost)
values ($account, $key, $identity, $predictions, false)
returning id
`,
});

/** Marks an answer as one whose response broke off, unless a repetition has taken it. */
export const MARK_LOST = statement('openai-front.mark-lost', {
  parameters: { answer: sql.bigint },
  text: `
update openai_front.answers set is_lost = true where id = $answer
`,
});

/**
 * Takes an answer of a key with this identity, which no other request gets then: one that is known to be lost within a day, or,
 * unless `isLostOnly`, one that was sent in the last 10 minutes. A proxy may have lost that.
 */
export const TAKE_ANSWER = statement('openai-front.take-answer', {
  parameters: { key: sql.uuid, identity: sql.text, isLostOnly: sql.boolean },
  row: { predictions: sql.text.array },
  text: `
delete from openai_front.answers where id = (
  select id from openai_front.answers
  where key_id = $key and identity = $identity and (is_lost or not $isLostOnly::bool)
    and at > now() - case when is_lost then interval '1 day' else interval '10 minutes' end
  order by is_lost desc, id desc limit 1 for update skip locked
)
returning predictions
`,
});

/** Keeps the link to the image of the first form of a key with this name. */
export const KEEP_FORM_IMAGE = statement('openai-front.keep-form-image', {
  parameters: { account: sql.uuid, key: sql.uuid, name: sql.text, identity: sql.text, url: sql.text },
  text: `
insert into openai_front.form_images (account_id, key_id, name, identity, url) values ($account, $key, $name, $identity, $url)
on conflict (key_id, name) do nothing
`,
});

export const FIND_FORM_IMAGE = statement('openai-front.find-form-image', {
  parameters: { key: sql.uuid, name: sql.text },
  row: { identity: sql.text, url: sql.text },
  text: `
select identity, url from openai_front.form_images where key_id = $key and name = $name
`,
});

/**
 * Removes rows that are older than a day, at most `most` of each table. Returns one row: how many.
 * - removed_answers, removed_images: those.
 */
export const REMOVE_OLD = statement('openai-front.remove-old', {
  parameters: { most: sql.integer },
  row: { removed: sql.integer },
  text: `
with removed_answers as (
  delete from openai_front.answers where id in (
    select id from openai_front.answers where at < now() - interval '1 day' order by at limit $most::int for update skip locked)
  returning 1
),
removed_images as (
  delete from openai_front.form_images where (key_id, name) in (
    select key_id, name from openai_front.form_images where at < now() - interval '1 day' order by at limit $most::int for update skip locked)
  returning 1
)
select ((select count(*) from removed_answers) + (select count(*) from removed_images))::int as removed
`,
});

/**
 * Removes rows of an account, at most `most` of each table. Returns one row: how many.
 * - erased_answers, erased_images: those.
 */
export const ERASE = statement('openai-front.erase', {
  parameters: { account: sql.uuid, most: sql.integer },
  row: { removed: sql.integer },
  text: `
with erased_answers as (
  delete from openai_front.answers where id in (
    select id from openai_front.answers where account_id = $account limit $most::int for update skip locked)
  returning 1
),
erased_images as (
  delete from openai_front.form_images where (key_id, name) in (
    select key_id, name from openai_front.form_images where account_id = $account limit $most::int for update skip locked)
  returning 1
)
select ((select count(*) from erased_answers) + (select count(*) from erased_images))::int as removed
`,
});
