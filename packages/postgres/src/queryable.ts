import type { QueryRunner } from 'typeorm';
import type { BoundStatement, Runnable } from './statement.js';

/** A row of a result. */
export type Row = Record<string, unknown>;

/** Runs a statement: on the pool, or in a transaction. */
export interface Queryable {
  query<R extends object = Row>(text: string, values?: readonly unknown[]): Promise<R[]>;
  run<Values, R extends object>(statement: Runnable<Values, R>, values: NoInfer<Values>): Promise<R[]>;
}

interface StatementOptions {
  name?: string;
  query_timeout?: number;
}

/** Runs statements on a connection that its caller holds, or on another pool, each with these options. */
export function queryableOf(
  on: { query(statement: BoundStatement & StatementOptions): Promise<{ rows: object[] }> },
  options: StatementOptions = {},
): Queryable {
  const send = async <R extends object>(statement: BoundStatement) =>
    (await on.query({ ...statement, ...options })).rows as R[];
  return {
    query: (text, values = []) => send({ text, values: [...values] }),
    run: (statement, values) => send(statement.bind(values)),
  };
}

export const queryableOfRunner = (runner: Pick<QueryRunner, 'query'>): Queryable =>
  queryableOf({
    query: async ({ text, values }) => {
      const { records } = (await runner.query(text, values, true)) as { records: object[] };
      return { rows: records };
    },
  });
