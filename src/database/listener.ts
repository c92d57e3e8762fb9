/**
 * A connection of its own that listens, and that holds this process's session lock. It comes back by itself after the
 * database was away; whoever depends on it is told when it was lost and when it is there again.
 */
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Client } from 'pg';
import { Database } from './database.js';

const RECONNECT_MS = 250;
/** How often the connection is tried out, so that a half-open socket is noticed. */
const PROBE_MS = 5_000;

@Injectable()
export class Listener implements OnApplicationShutdown {
  private readonly logger = new Logger('listener');
  private readonly messages = new EventEmitter().setMaxListeners(0);
  private readonly channels = new Set<string>();
  private readonly onConnect: ((client: Client) => Promise<void>)[] = [];
  private readonly onLost: (() => void)[] = [];
  private client: Client | null = null;
  private probe?: NodeJS.Timeout;
  private readonly stopping = new AbortController();
  private connecting?: Promise<void>;
  private hasConnected = false;

  constructor(private readonly database: Database) {}

  /** Calls `handle` with the payload of every message on the channel. Hints only: messages can be missed. */
  async listen(channel: string, handle: (payload: string) => void): Promise<void> {
    this.messages.on(channel, handle);
    this.channels.add(channel);
    await this.start();
    if (this.client) await this.client.query(`listen ${channel}`).catch(() => this.drop('listen failed'));
  }

  /** Runs `prepare` on every new connection, the present one included; `lost` whenever one is gone. */
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
    const client = new Client({
      ...this.database.pool.options,
      connectionString,
      application_name: 'offprint-listener',
      connectionTimeoutMillis: 2000,
      query_timeout: 2000,
      statement_timeout: 0,
      keepAlive: true,
    });
    client.on('error', (error) => this.logger.debug(`connection: ${error.message}`));
    try {
      await client.connect();
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
    this.hasConnected = true;
    this.probe = setInterval(() => {
      client.query('select 1').catch(() => this.drop('probe failed'));
    }, PROBE_MS);
  }

  private drop(reason: string): void {
    const client = this.client;
    if (!client || this.stopping.signal.aborted) return;
    this.client = null;
    clearInterval(this.probe);
    this.logger.warn(`lost: ${reason}`);
    for (const lost of this.onLost) lost();
    client.removeAllListeners('end');
    client.end().catch((error: unknown) => this.logger.debug(`closing: ${String(error)}`));
    void this.reconnect();
  }

  /** During a start it may be all that is being waited for: until the first connection its pause keeps the process alive. */
  private async reconnect(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted && !this.client) {
      const pause = { signal, ref: !this.hasConnected };
      await sleep(RECONNECT_MS * (1 + Math.random()), undefined, pause).catch(() => undefined);
      if (signal.aborted) return;
      await this.connect().catch((error: unknown) => this.logger.debug(`connecting: ${String(error)}`));
    }
  }
}
