/**
 * A dedicated connection for LISTEN and for the session lock of this process. It reconnects after a loss, within 4 s even when the
 * connection was half-open. Every statement on it has a timeout on the server.
 */
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Database } from './database.js';
import { poolOptionsOf } from './pool.js';
import { CLIENT_KEEPALIVE, configureSession, SessionClient } from './session.js';

const RECONNECT_MS = 250;
/** A connection that ended sooner is replaced after a pause, because the server or a proxy is closing connections. */
const SHORT_LIFE_MS = 1_000;
/** Interval and timeout of the probe: a half-open connection is detected within their sum. */
const PROBE_MS = 1_000;
const RESPONSE_MS = 2_000;
/**
 * How long a connection that did not respond is kept beside the new one. If it was only slow, its lock keeps workers from counting this one
 * as dead before its leases name the new lock.
 */
const LINGER_MS = 1_500;

export interface ListenerOptions {
  applicationName: string;
  logger: Record<'debug' | 'warn', (line: string) => void>;
}

export class Listener {
  private readonly applicationName: string;
  private readonly logger: ListenerOptions['logger'];
  private readonly messages = new EventEmitter().setMaxListeners(0);
  private readonly channels = new Set<string>();
  private readonly onConnect: ((client: Client) => Promise<void>)[] = [];
  private readonly onLost: (() => void)[] = [];
  private client: Client | null = null;
  private probe?: NodeJS.Timeout;
  private probing = false;
  private readonly stopping = new AbortController();
  private connecting?: Promise<void>;
  /** By performance.now. */
  private connectedAt = -Infinity;

  constructor(
    private readonly database: Database,
    { applicationName, logger }: ListenerOptions,
  ) {
    this.applicationName = applicationName;
    this.logger = logger;
  }

  /** Messages are hints: some can be lost. */
  async listen(channel: string, handle: (payload: string) => void): Promise<void> {
    this.messages.on(channel, handle);
    this.channels.add(channel);
    await this.start();
    if (this.client) await this.client.query(`listen ${channel}`).catch(() => this.drop('listen failed'));
  }

  /** Runs `prepare` on the current and every new connection; calls `lost` when a connection is lost. */
  async hold(prepare: (client: Client) => Promise<void>, lost: () => void): Promise<void> {
    this.onConnect.push(prepare);
    this.onLost.push(lost);
    await this.start();
    if (this.client) await prepare(this.client).catch(() => this.drop('preparing failed'));
  }

  /** Its locks end with the connection. */
  async close(): Promise<void> {
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
    const options = poolOptionsOf(this.database.pool);
    const client = new SessionClient({
      ...options,
      connectionString: options.directUrl,
      application_name: this.applicationName,
      connectionTimeoutMillis: RESPONSE_MS,
      query_timeout: RESPONSE_MS,
      ...CLIENT_KEEPALIVE,
    });
    client.closesUnanswered = false;
    client.on('error', (error) => this.logger.debug(`connection: ${error.message}`));
    try {
      await client.connect();
      await configureSession(client, { statement_timeout: String(RESPONSE_MS) });
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
    this.probe = setInterval(() => void this.runProbe(client), PROBE_MS);
  }

  private async runProbe(client: Client): Promise<void> {
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
    void this.closeLost(client, lingerMs);
    // The connections of the pool may be lost for the same reason.
    void this.database.dropUnanswering();
    void this.reconnect();
  }

  private async closeLost(client: Client, lingerMs: number): Promise<void> {
    const pause = { signal: this.stopping.signal, ref: false };
    if (lingerMs > 0) await sleep(lingerMs, undefined, pause).catch(() => undefined);
    await client.end().catch((error: unknown) => this.logger.debug(`closing: ${String(error)}`));
  }

  /** Before the first connection its timer keeps the process alive, because the start waits for it. */
  private async reconnect(): Promise<void> {
    const { signal } = this.stopping;
    let pauseMs = performance.now() - this.connectedAt > SHORT_LIFE_MS ? 0 : RECONNECT_MS;
    while (!signal.aborted && !this.client) {
      const pause = { signal, ref: this.connectedAt === -Infinity };
      await sleep(pauseMs * (1 + Math.random()), undefined, pause).catch(() => undefined);
      pauseMs = RECONNECT_MS;
      // oxlint-disable-next-line typescript/no-unnecessary-condition -- aborted during the pause
      if (signal.aborted) return;
      await this.connect().catch((error: unknown) => this.logger.debug(`connecting: ${String(error)}`));
    }
  }
}
