/** A customer's server. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Webhook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export class WebhookReceiver {
  /** The statuses of a path in turn, the last one for ever. Default 204. */
  readonly statuses = new Map<string, number[]>();

  private readonly webhooks: Webhook[] = [];
  private readonly server = createServer((request, response) => {
    void text(request).then((body) => {
      const path = request.url ?? '';
      this.webhooks.push({ path, headers: request.headers, body });
      const statuses = this.statuses.get(path) ?? [204];
      response.writeHead(statuses.length > 1 ? statuses.shift()! : statuses[0]!).end();
    });
  });

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Waits until a path has received so many. @returns all of them. */
  async received(path: string, count: number): Promise<Webhook[]> {
    for (;;) {
      const received = this.webhooks.filter((webhook) => webhook.path === path);
      if (received.length >= count) return received;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
