/** A relay in front of a server. What it does to requests and responses is up to its class. */
import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export abstract class HttpRelay {
  private readonly server = createServer((from, to) => this.relay(from, to));

  constructor(private readonly target: URL) {}

  /** @param target address of the server. */
  static async start<Relay extends HttpRelay>(
    this: new (target: URL) => Relay,
    target: string,
  ): Promise<Relay> {
    const relay = new this(new URL(target));
    relay.server.listen(0, '127.0.0.1');
    await once(relay.server, 'listening');
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

  /** Handles a request. */
  protected abstract relay(from: IncomingMessage, to: ServerResponse): void;

  /**
   * Opens the request to the server; the caller sends its body. The request has all headers of `from`, `host` too: signatures
   * can cover it. When one of the two connections breaks, the other one ends.
   */
  protected forward(from: IncomingMessage, to: ServerResponse, path = from.url): ClientRequest {
    const { hostname: host, port } = this.target;
    const onward = request({ host, port, method: from.method, path, headers: from.headers });
    onward.on('error', () => to.destroy());
    to.on('close', () => onward.destroy());
    return onward;
  }
}
