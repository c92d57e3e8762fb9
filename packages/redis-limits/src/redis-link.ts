/**
 * One connection to Redis that is always bounded: a call fails at once while there is no connection, and after `CALL_MS` when
 * Redis does not respond. Then the connection is replaced: it may be half-open, or its server frozen. Nothing is sent twice
 * and nothing waits for a connection.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { createClient } from '@redis/client';

/** Longest wait for a response. The service waits 2 s for a call of a limit store. */
const CALL_MS = 1_000;
/** Longest wait for a connection, its authentication and its preparation. */
const CONNECT_MS = 2_000;
/** Mean pause before a reconnection. */
const RECONNECT_MS = 200;
/** Interval of the probe, which finds a half-open connection that only receives. */
const PROBE_MS = 1_000;
/** Calls that wait for a response at once. Beyond it calls fail. */
const MOST_WAITING = 1_000;
/** The server behind the address cannot write any more, as after a failover: a new connection may lead to one that can. */
const IS_ELSEWHERE = /^(READONLY|MASTERDOWN)/;

/** A connection without its generic parameters. */
export type RedisConnection = ReturnType<typeof connectionTo>;

export class RedisLink {
  private readonly logger = new Logger('redis');
  private readonly stopping = new AbortController();
  private connection: RedisConnection | null = null;
  private connecting?: Promise<void>;
  private probe?: NodeJS.Timeout;
  /** The last logged reason of a missing connection, so that an outage is logged once. */
  private reason = '';

  /**
   * @param url with its password, which appears in no message.
   * @param purpose in the name of the connection and in the log.
   * @param prepare runs on each new connection before its other calls.
   */
  constructor(
    private readonly url: string,
    private readonly purpose: string,
    private readonly prepare: (connection: RedisConnection) => Promise<void>,
  ) {}

  /** Connects, and resolves when connected or after the first attempt. It reconnects in the background until `stop`. */
  async start(): Promise<void> {
    this.connecting ??= this.connect().catch((error: unknown) => this.lost(error));
    await this.connecting;
  }

  stop(): void {
    this.stopping.abort();
    this.release();
  }

  /** Runs calls on the connection. @throws when there is none, when Redis rejects a call, or when it does not respond in time. */
  async run<T>(calls: (connection: RedisConnection) => Promise<T>): Promise<T> {
    const { connection } = this;
    if (!connection) throw new Error('there is no connection to Redis');
    try {
      return await within(CALL_MS, calls(connection));
    } catch (error) {
      const isGone = error instanceof NoResponse || IS_ELSEWHERE.test(messageOf(error));
      if (isGone && this.connection === connection) this.lost(error);
      throw error;
    }
  }

  private async connect(): Promise<void> {
    const connection = connectionTo(this.url, this.purpose);
    let isInUse = true;
    // Without a listener an error would end the process.
    connection.on('error', (error: unknown) => {
      if (this.connection === connection) this.lost(error);
    });
    connection.on('end', () => {
      if (this.connection === connection) this.lost(new Error('the connection ended'));
    });
    try {
      await within(
        CONNECT_MS,
        connection.connect().then(() => this.prepare(connection)),
      );
      if (this.stopping.signal.aborted) throw new Error('stopped');
      if (!connection.isReady) throw new Error('the connection ended');
      this.connection = connection;
      this.probe = setInterval(() => void this.run((one) => one.ping()).catch(() => undefined), PROBE_MS);
      this.probe.unref();
      if (this.reason !== '') this.logger.log(`connected again (${this.purpose})`);
      this.reason = '';
      isInUse = false;
    } finally {
      if (isInUse) destroy(connection);
    }
  }

  private lost(error: unknown): void {
    this.release();
    if (this.stopping.signal.aborted) return;
    const reason = messageOf(error);
    if (reason !== this.reason) this.logger.warn(`no connection (${this.purpose}): ${reason}`);
    this.reason = reason;
    void this.reconnect();
  }

  private async reconnect(): Promise<void> {
    const { signal } = this.stopping;
    await sleep(RECONNECT_MS * (0.5 + Math.random()), undefined, { signal, ref: false }).catch(
      () => undefined,
    );
    if (!signal.aborted) await this.connect().catch((error: unknown) => this.lost(error));
  }

  private release(): void {
    clearInterval(this.probe);
    const { connection } = this;
    this.connection = null;
    if (connection) destroy(connection);
  }
}

class NoResponse extends Error {}

function connectionTo(url: string, purpose: string) {
  return createClient({
    url,
    RESP: 3,
    name: `offprint-${purpose}`,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    commandsQueueMaxLength: MOST_WAITING,
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false },
  });
}

function destroy(connection: RedisConnection): void {
  try {
    connection.destroy();
  } catch {
    // It had ended before.
  }
}

/** An extension imports the public API only, which does not have `withTimeout`. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoResponse(`Redis did not respond within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
};
