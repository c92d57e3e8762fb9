/** The statements and the tables of requests that the official clients repeat. */

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

/** KEEP_ANSWER: keeps the predictions ($3) of a request of key $1 with the identity $2. */
export const KEEP_ANSWER = `
insert into openai_front.answers (key_id, identity, predictions, is_lost) values ($1, $2, $3, false)
returning id
`;

/** MARK_LOST: marks the answer $1 as one whose response broke off, unless a repetition has taken it. */
export const MARK_LOST = `
update openai_front.answers set is_lost = true where id = $1
`;

/**
 * TAKE_ANSWER: takes an answer of key $1 with the identity $2, which no other request gets then: one that is known to be lost
 * within a day, or, unless $3, one that was sent in the last 10 minutes. A proxy may have lost that.
 */
export const TAKE_ANSWER = `
delete from openai_front.answers where id = (
  select id from openai_front.answers
  where key_id = $1 and identity = $2 and (is_lost or not $3::bool)
    and at > now() - case when is_lost then interval '1 day' else interval '10 minutes' end
  order by is_lost desc, id desc limit 1 for update skip locked
)
returning predictions
`;

/** KEEP_FORM_IMAGE: keeps the link $4 to the image of the first form of key $1 with the name $2, whose identity is $3. */
export const KEEP_FORM_IMAGE = `
insert into openai_front.form_images (key_id, name, identity, url) values ($1, $2, $3, $4)
on conflict (key_id, name) do nothing
`;

/** FIND_FORM_IMAGE: finds the identity and the link of the first form of key $1 with the name $2. */
export const FIND_FORM_IMAGE = `
select identity, url from openai_front.form_images where key_id = $1 and name = $2
`;

/** REMOVE_OLD_ANSWERS, REMOVE_OLD_IMAGES: remove at most 100 rows each that are older than a day. */
export const REMOVE_OLD_ANSWERS = `
delete from openai_front.answers where id in (
  select id from openai_front.answers where at < now() - interval '1 day' order by at limit 100
)
`;
export const REMOVE_OLD_IMAGES = `
delete from openai_front.form_images where (key_id, name) in (
  select key_id, name from openai_front.form_images where at < now() - interval '1 day' order by at limit 100
)
`;
