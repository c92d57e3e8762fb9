/** A proxy in front of the service that does not hold responses: it removes `wait` from the address of each request. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export class LongPollStripper {
  /** Times of the status requests that have passed, in milliseconds. */
  readonly polledAt: number[] = [];

  private constructor(
    private readonly target: URL,
    private readonly server: Server,
  ) {}

  /** @param target address of the service. */
  static async start(target: string): Promise<LongPollStripper> {
    const server = createServer();
    const proxy = new LongPollStripper(new URL(target), server);
    server.on('request', (from, to) => proxy.pass(from, to));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private pass(from: IncomingMessage, to: ServerResponse): void {
    const { pathname, searchParams } = new URL(from.url!, this.target);
    if (pathname.startsWith('/api/generate/status')) this.polledAt.push(performance.now());
    searchParams.delete('wait');
    const path = `${pathname}?${searchParams.toString()}`;
    const { hostname, port } = this.target;
    const onward = request(
      { host: hostname, port, method: from.method, path, headers: from.headers },
      (response) => {
        to.writeHead(response.statusCode!, response.headers);
        response.pipe(to);
      },
    );
    onward.on('error', () => to.destroy());
    from.pipe(onward);
  }
}
