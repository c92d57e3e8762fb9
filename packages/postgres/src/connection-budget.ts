/**
 * Keeps the processes of one database within what its server bears. Each process declares its number of connections with a shared advisory
 * lock on its listening session, so the declaration ends with the process. A process without room does not start: otherwise requests of all
 * of them would fail at random, under load only.
 *
 * Sessions of other programs are not counted: they come and go. Those of a pooler in transaction mode are bounded by its settings.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { LOCK, LOCK_SHARED, UNLOCK } from './advisory-lock.sql.js';
import { type Connections, READ_CONNECTIONS } from './connection-budget.sql.js';
import type { Listener } from './listener.js';
import { queryableOf } from './queryable.js';
import { CLIENT_KEEPALIVE, configureSession, SessionClient } from './session.js';

/** Class of the declarations; the number of connections is the object. */
const DECLARATION_CLASS = 726_402;
/** Key of the lock under which a process reads the declarations and adds its own. */
const DECLARATION_KEY = 7_264_012;

/** How long a start waits for the sessions of a killed process to end. */
const WAIT_MS = 3_000;
const RETRY_MS = 250;

/** Uses a connection of its own, because a supervisor has no pool. */
export async function readConnections(url: string, applicationName: string): Promise<Connections> {
  const client = new SessionClient({
    connectionString: url,
    application_name: applicationName,
    ...CLIENT_KEEPALIVE,
  });
  try {
    await client.connect();
    await configureSession(client, {});
    return await read(client);
  } finally {
    await client.end();
  }
}

export class ConnectionBudget {
  /** After the start was accepted, a new session declares without a check: the process is running. */
  private isAccepted = false;
  private client?: Client;
  private found: Connections = { usable: 0, declared: 0 };

  constructor(
    private readonly listener: Listener,
    private readonly connections: number,
  ) {}

  /** @returns null, or what was found when there is no room for the connections of this process. */
  async declare(): Promise<Connections | null> {
    await this.listener.hold(
      (client) => this.declareOn(client),
      () => (this.client = undefined),
    );
    const until = performance.now() + WAIT_MS;
    while (!this.isAccepted) {
      if (performance.now() > until) return this.found;
      await sleep(RETRY_MS);
      // Without a session, the next one declares as soon as it is connected.
      if (this.client) await this.declareOn(this.client).catch(() => undefined);
    }
    return null;
  }

  private async declareOn(client: Client): Promise<void> {
    this.client = client;
    const { connections } = this;
    const session = queryableOf(client);
    const declare = () => session.run(LOCK_SHARED, { class: DECLARATION_CLASS, object: connections });
    if (this.isAccepted) {
      // Without the lock: one that is lost while its session has the lock would hold up all others.
      await declare();
      return;
    }
    await session.run(LOCK, { key: DECLARATION_KEY });
    try {
      this.found = await read(client);
      if (this.found.declared + connections <= this.found.usable) {
        await declare();
        this.isAccepted = true;
      }
    } finally {
      await session.run(UNLOCK, { key: DECLARATION_KEY });
    }
  }
}

async function read(client: Client): Promise<Connections> {
  return (await queryableOf(client).run(READ_CONNECTIONS, { class: DECLARATION_CLASS }))[0]!;
}
