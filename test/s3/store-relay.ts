/** A relay in front of an S3 server: it slows bytes down, or answers requests as a store does that has too many of them. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { S3Server } from './s3-server.js';

/** S3's own answer. */
const SLOW_DOWN =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>';
/** Shortest pause. */
const PAUSE_MS = 20;

export class StoreRelay {
  /** Requests that were answered with 503 `SlowDown`. */
  rejected = 0;
  /** Whether a request is rejected, by the number of its attempt: the SDK sends it. */
  isBusy: (attempt: number) => boolean = () => false;
  /** In each direction, of each request. */
  bytesPerSecond = Infinity;

  private constructor(
    private readonly store: S3Server,
    private readonly server: Server,
  ) {}

  static async start(store: S3Server): Promise<StoreRelay> {
    const server = createServer();
    const relay = new StoreRelay(store, server);
    server.on('request', (from, to) => void relay.relay(from, to).catch(() => to.destroy()));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return relay;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async relay(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const [, attempt] = /attempt=(\d+)/.exec(String(from.headers['amz-sdk-request'])) ?? [];
    if (this.isBusy(Number(attempt))) {
      this.rejected += 1;
      await finished(from.resume());
      to.writeHead(503, { 'content-type': 'application/xml' }).end(SLOW_DOWN);
      return;
    }
    // The signature covers the header `host`, so it stays.
    const onward = request({
      port: this.store.port,
      host: '127.0.0.1',
      method: from.method,
      path: from.url,
      headers: from.headers,
    });
    const response = once(onward, 'response') as Promise<[IncomingMessage]>;
    for await (const part of this.slowed(from)) onward.write(part);
    onward.end();
    const [answer] = await response;
    to.writeHead(answer.statusCode!, answer.headers);
    for await (const part of this.slowed(answer)) to.write(part);
    to.end();
  }

  private async *slowed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let debtMs = 0;
    for await (const part of source) {
      yield part;
      debtMs += (part.length / this.bytesPerSecond) * 1000;
      if (debtMs < PAUSE_MS) continue;
      await sleep(debtMs);
      debtMs = 0;
    }
  }
}
