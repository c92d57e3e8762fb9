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

/** Keeps the predictions of a request. */
export const KEEP_ANSWER = statement('openai-front.keep-answer', {
  parameters: { key: sql.uuid, identity: sql.text, predictions: sql.text.array },
  row: { id: sql.bigint },
  text: `
insert into openai_front.answers (key_id, identity, predictions, is_lost) values ($key, $identity, $predictions, false)
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
  parameters: { key: sql.uuid, name: sql.text, identity: sql.text, url: sql.text },
  text: `
insert into openai_front.form_images (key_id, name, identity, url) values ($key, $name, $identity, $url)
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

/** Removes at most 100 rows that are older than a day. */
export const REMOVE_OLD_ANSWERS = statement('openai-front.remove-old-answers', {
  parameters: {},
  text: `
delete from openai_front.answers where id in (
  select id from openai_front.answers where at < now() - interval '1 day' order by at limit 100
)
`,
});

/** Removes at most 100 rows that are older than a day. */
export const REMOVE_OLD_IMAGES = statement('openai-front.remove-old-images', {
  parameters: {},
  text: `
delete from openai_front.form_images where (key_id, name) in (
  select key_id, name from openai_front.form_images where at < now() - interval '1 day' order by at limit 100
)
`,
});
