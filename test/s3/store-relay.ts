/** A relay in front of an S3 server: it slows bytes down, or answers requests as a store does that has too many of them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpRelay } from '../support/http-relay.js';

/** S3's own answer. */
const SLOW_DOWN =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>';
/** Shortest pause. */
const PAUSE_MS = 20;

export class StoreRelay extends HttpRelay {
  /** Requests that were answered with 503 `SlowDown`. */
  rejected = 0;
  /** Whether a request is rejected, by the number of its attempt: the SDK sends it. */
  isBusy: (attempt: number) => boolean = () => false;
  /** In each direction, of each request. */
  bytesPerSecond = Infinity;

  protected override relay(from: IncomingMessage, to: ServerResponse): void {
    const [, attempt] = /attempt=(\d+)/.exec(String(from.headers['amz-sdk-request'])) ?? [];
    if (this.isBusy(Number(attempt))) {
      this.rejected += 1;
      from.resume().on('end', () => {
        to.writeHead(503, { 'content-type': 'application/xml' }).end(SLOW_DOWN);
      });
      return;
    }
    const abort = () => to.destroy();
    const onward = this.forward(from, to);
    onward.on('response', (response) => {
      to.writeHead(response.statusCode!, response.headers);
      this.copy(response, to).catch(abort);
    });
    this.copy(from, onward).catch(abort);
  }

  /** Copies all bytes at `bytesPerSecond`. */
  private async copy(source: Readable, target: Writable): Promise<void> {
    let debtMs = 0;
    for await (const part of source as AsyncIterable<Uint8Array>) {
      target.write(part);
      debtMs += (part.length / this.bytesPerSecond) * 1000;
      if (debtMs < PAUSE_MS) continue;
      await sleep(debtMs);
      debtMs = 0;
    }
    target.end();
  }
}
