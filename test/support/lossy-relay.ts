/** A relay in front of the service that loses requests and responses, as a bad network does. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `request`: the service never sees it. `response`: the service has done it. `end`: the response breaks off in its middle. */
export type Loss = 'request' | 'response' | 'end';

const LOSSES: readonly Loss[] = ['request', 'response', 'end'];

export class LossyRelay {
  /** Exchanges that were lost, by kind. */
  readonly lost: Record<Loss, number> = { request: 0, response: 0, end: 0 };
  /** Part of the exchanges that is lost, 0 to 1. */
  loss = 0;
  /** What is lost, each as often. */
  kinds: readonly Loss[] = LOSSES;

  private constructor(
    private readonly target: URL,
    private readonly server: Server,
  ) {}

  /** @param target address of the service. */
  static async start(target: string): Promise<LossyRelay> {
    const server = createServer();
    const relay = new LossyRelay(new URL(target), server);
    server.on('request', (from, to) => relay.relay(from, to));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return relay;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private relay(from: IncomingMessage, to: ServerResponse): void {
    const lost =
      Math.random() < this.loss ? this.kinds[Math.floor(Math.random() * this.kinds.length)] : undefined;
    if (lost) this.lost[lost] += 1;
    if (lost === 'request') {
      from.socket.destroy();
      return;
    }
    const { hostname, port } = this.target;
    const options = { host: hostname, port, method: from.method, path: from.url, headers: from.headers };
    const onward = request(options, (response) => {
      if (lost === 'response') {
        response.resume().once('end', () => from.socket.destroy());
        return;
      }
      to.writeHead(response.statusCode!, response.headers);
      if (lost === 'end')
        response.once('data', (bytes: Buffer) => {
          to.write(bytes.subarray(0, bytes.length >> 1), () => from.socket.destroy());
        });
      else response.pipe(to);
    });
    onward.on('error', () => to.destroy());
    to.on('close', () => onward.destroy());
    from.pipe(onward);
  }
}
