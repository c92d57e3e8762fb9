import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from '../build-index.js';

/**
 * Adds the index of account search: the parts of one to three characters of each email. It needs no extension, which an
 * operator's server may refuse.
 */
export class AccountSearch1764833000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function text_parts(value text) returns text[]
      language sql immutable strict parallel safe as $$
        select array_agg(substr(value, first, length))
        from generate_series(1, 3) length, generate_series(1, char_length(value) - length + 1) first
      $$`);
    await buildIndex(runner, {
      name: 'users_email_parts',
      table: 'users',
      // Without the list of pending entries, which every search would read.
      definition: 'using gin (text_parts(email)) with (fastupdate = off)',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index if exists users_email_parts');
    await runner.query('drop function if exists text_parts(text)');
  }
}
