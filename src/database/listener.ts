/**
 * A connection of its own that listens, and that holds this process's session lock. It reconnects by itself after it was
 * lost, within 4 s also when it was lost in silence (half-open); its users are notified of the loss and run their
 * preparation on every new connection. No statement on it runs without a timeout on the server.
 */
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Client } from 'pg';
import { Database } from './database.js';
import { CLIENT_KEEPALIVE, SessionClient, settleSession } from './session.js';

const RECONNECT_MS = 250;
/** A connection that lasted for less is not replaced at once: the server, or something before it, is cutting them off. */
const SHORT_LIFE_MS = 1_000;
/** How often the connection is probed, and how long it may take to answer: together the time that a half-open one goes unnoticed. */
const PROBE_MS = 1_000;
const ANSWER_MS = 2_000;
/**
 * How long a connection that did not answer is kept beside the new one. If it was only slow, its lock is still held, and
 * no other worker takes this one for dead before its leases name the new lock.
 */
const LINGER_MS = 1_500;

@Injectable()
export class Listener implements OnApplicationShutdown {
  private readonly logger = new Logger('listener');
  private readonly messages = new EventEmitter().setMaxListeners(0);
  private readonly channels = new Set<string>();
  private readonly onConnect: ((client: Client) => Promise<void>)[] = [];
  private readonly onLost: (() => void)[] = [];
  private client: Client | null = null;
  private probe?: NodeJS.Timeout;
  private probing = false;
  private readonly stopping = new AbortController();
  private connecting?: Promise<void>;
  /** When the present or the last connection was made (performance.now). */
  private connectedAt = -Infinity;

  constructor(private readonly database: Database) {}

  /** Calls `handle` with the payload of every message on the channel. Hints only: messages can be missed. */
  async listen(channel: string, handle: (payload: string) => void): Promise<void> {
    this.messages.on(channel, handle);
    this.channels.add(channel);
    await this.start();
    if (this.client) await this.client.query(`listen ${channel}`).catch(() => this.drop('listen failed'));
  }

  /** Runs `prepare` on every new connection, the present one included; calls `lost` whenever one is gone. */
  async hold(prepare: (client: Client) => Promise<void>, lost: () => void): Promise<void> {
    this.onConnect.push(prepare);
    this.onLost.push(lost);
    await this.start();
    if (this.client) await prepare(this.client).catch(() => this.drop('preparing failed'));
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.probe);
    const client = this.client;
    this.client = null;
    client?.removeAllListeners('end');
    await client?.end().catch((error: unknown) => this.logger.debug(`closing: ${String(error)}`));
  }

  private start(): Promise<void> {
    this.connecting ??= this.connect().catch((error: unknown) => {
      this.logger.warn(`not connected yet: ${String(error)}`);
      return this.reconnect();
    });
    return this.connecting;
  }

  private async connect(): Promise<void> {
    const { connectionString } = this.database.pool.options;
    const client = new SessionClient({
      ...this.database.pool.options,
      connectionString,
      application_name: 'offprint-listener',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      ...CLIENT_KEEPALIVE,
    });
    client.closesUnanswered = false;
    client.on('error', (error) => this.logger.debug(`connection: ${error.message}`));
    try {
      await client.connect();
      await settleSession(client, { statement_timeout: String(ANSWER_MS) });
      client.on('notification', ({ channel, payload }) => this.messages.emit(channel, payload ?? ''));
      for (const channel of this.channels) await client.query(`listen ${channel}`);
      for (const prepare of this.onConnect) await prepare(client);
    } catch (error) {
      client.end().catch((again: unknown) => this.logger.debug(`closing: ${String(again)}`));
      throw error;
    }
    if (this.stopping.signal.aborted) return client.end();
    client.on('end', () => this.drop('connection ended'));
    this.client = client;
    this.connectedAt = performance.now();
    this.probe = setInterval(() => void this.tryOut(client), PROBE_MS);
  }

  /** One probe at a time. */
  private async tryOut(client: Client): Promise<void> {
    if (this.probing) return;
    this.probing = true;
    try {
      await client.query('select 1');
    } catch {
      if (this.client === client) this.drop('probe failed', LINGER_MS);
    } finally {
      this.probing = false;
    }
  }

  private drop(reason: string, lingerMs = 0): void {
    const client = this.client;
    if (!client || this.stopping.signal.aborted) return;
    this.client = null;
    clearInterval(this.probe);
    this.logger.warn(`lost: ${reason}`);
    for (const lost of this.onLost) lost();
    client.removeAllListeners('end');
    void this.letGo(client, lingerMs);
    // What took this connection may have taken those of the pool.
    void this.database.dropUnanswering();
    void this.reconnect();
  }

  private async letGo(client: Client, lingerMs: number): Promise<void> {
    const pause = { signal: this.stopping.signal, ref: false };
    if (lingerMs > 0) await sleep(lingerMs, undefined, pause).catch(() => undefined);
    await client.end().catch((error: unknown) => this.logger.debug(`closing: ${String(error)}`));
  }

  /** During a start it may be all that is being waited for: until the first connection its pause keeps the process alive. */
  private async reconnect(): Promise<void> {
    const { signal } = this.stopping;
    let pauseMs = performance.now() - this.connectedAt > SHORT_LIFE_MS ? 0 : RECONNECT_MS;
    while (!signal.aborted && !this.client) {
      const pause = { signal, ref: this.connectedAt === -Infinity };
      await sleep(pauseMs * (1 + Math.random()), undefined, pause).catch(() => undefined);
      pauseMs = RECONNECT_MS;
      if (signal.aborted) return;
      await this.connect().catch((error: unknown) => this.logger.debug(`connecting: ${String(error)}`));
    }
  }
}
