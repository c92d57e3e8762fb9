/**
 * Functions take the place of PostgreSQL's clock in a database of a test. The planner inlines them, so plans and costs are those of the
 * built-in functions; a move replaces their text, which makes every session plan its statements again.
 */
import type pg from 'pg';

const SCHEMA = 'offprint_clock';
const FUNCTIONS = {
  clock_timestamp: 'volatile',
  now: 'stable',
  statement_timestamp: 'stable',
  transaction_timestamp: 'stable',
};

/** The functions come before the built-in ones; new tables still come into `public`. */
export const SEARCH_PATH = `public, ${SCHEMA}, pg_catalog`;

/** Run it before the migrations, whose defaults of columns then call the functions. */
export const MOVABLE_CLOCK = [`create schema ${SCHEMA}`, ...definitions(0)];

/** Tables with leases, and which of them outlive a move. */
const LEASES = { predictions: 'deadline_at > clock_timestamp()', event_listeners: 'true' };

/**
 * Sets how far the clock of the database is ahead of the server's. The workers of the process live through the move, so they keep their
 * leases, except on predictions whose deadline passes. @param movedBy milliseconds since the last move.
 */
export async function setDatabaseOffset(
  client: pg.Client,
  milliseconds: number,
  movedBy: number,
): Promise<void> {
  const span = `interval '${movedBy} milliseconds'`;
  const statements = [
    'begin',
    // No lease is taken in the old time meanwhile.
    `lock table ${Object.keys(LEASES).join(', ')} in share row exclusive mode`,
    ...definitions(milliseconds),
    ...Object.entries(LEASES).map(
      ([table, isKept]) => `update ${table} set lease_until = lease_until + ${span}
        where lease_until > clock_timestamp() - ${span} and ${isKept}`,
    ),
    'commit',
  ];
  await client.query(statements.join(';\n'));
}

function definitions(milliseconds: number): string[] {
  const ahead = milliseconds === 0 ? '' : ` + interval '${milliseconds} milliseconds'`;
  return Object.entries(FUNCTIONS).map(
    ([name, volatility]) => `create or replace function ${SCHEMA}.${name}() returns timestamptz
      language sql ${volatility} parallel safe as $$ select pg_catalog.${name}()${ahead} $$`,
  );
}
