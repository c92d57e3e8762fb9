/** A proxy in front of the service that does not hold responses: it removes `wait` from the address of each request. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpRelay } from './http-relay.js';

export class LongPollStripper extends HttpRelay {
  /** Times of the status requests that have passed, in milliseconds. */
  readonly polledAt: number[] = [];

  protected override relay(from: IncomingMessage, to: ServerResponse): void {
    const { pathname, searchParams } = new URL(from.url!, this.url);
    if (pathname.startsWith('/api/generate/status')) this.polledAt.push(performance.now());
    searchParams.delete('wait');
    const onward = this.forward(from, to, `${pathname}?${searchParams.toString()}`);
    onward.on('response', (response) => {
      to.writeHead(response.statusCode!, response.headers);
      response.pipe(to);
    });
    from.pipe(onward);
  }
}
