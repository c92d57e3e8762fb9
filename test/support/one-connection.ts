/**
 * Fails what asks for a second connection of the pool inside a transaction: when all connections are held so, all wait for each other.
 * Statements of a transaction go through what it was given (`tx`).
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { EntityManager } from 'typeorm';

const INSTALLED = Symbol.for('offprint-test-one-connection');

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/** Installs the check in the libraries, which are loaded once for all test files of a worker. */
export function allowOneConnection(): void {
  const installed = globalThis as { [INSTALLED]?: boolean };
  if (installed[INSTALLED]) return;
  installed[INSTALLED] = true;
  const transactions = new AsyncLocalStorage<{ pool: unknown; isOpen: boolean }>();
  const manager = EntityManager.prototype as unknown as { transaction: AnyFunction };
  const { transaction } = manager;
  manager.transaction = function (...args) {
    const place = args.findLastIndex((one) => typeof one === 'function');
    const work = args[place] as AnyFunction;
    const { driver } = (this as EntityManager).dataSource;
    const held = { pool: (driver as unknown as { master: unknown }).master, isOpen: true };
    args[place] = async (given: unknown) => {
      try {
        return await transactions.run(held, () => work(given));
      } finally {
        held.isOpen = false;
      }
    };
    return transaction.apply(this, args);
  };
  const pool = pg.Pool.prototype as unknown as { connect: AnyFunction };
  const { connect } = pool;
  pool.connect = function (...args) {
    const held = transactions.getStore();
    if (held?.isOpen && held.pool === this)
      throw new Error('a transaction asks for a second connection of the pool');
    return connect.apply(this, args);
  };
}
