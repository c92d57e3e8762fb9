/** A relay in front of the service that loses requests and responses, as a bad network does. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpRelay } from './http-relay.js';

/** `request`: the service never sees it. `response`: the service has done it. `end`: the response breaks off in its middle. */
export type Loss = 'request' | 'response' | 'end';

const LOSSES: readonly Loss[] = ['request', 'response', 'end'];

export class LossyRelay extends HttpRelay {
  /** Exchanges that were lost, by kind. */
  readonly lost: Record<Loss, number> = { request: 0, response: 0, end: 0 };
  /** Part of the exchanges that is lost, 0 to 1. */
  loss = 0;
  /** What is lost, each as often. */
  kinds: readonly Loss[] = LOSSES;

  protected override relay(from: IncomingMessage, to: ServerResponse): void {
    const lost =
      Math.random() < this.loss ? this.kinds[Math.floor(Math.random() * this.kinds.length)] : undefined;
    if (lost) this.lost[lost] += 1;
    if (lost === 'request') {
      from.socket.destroy();
      return;
    }
    const onward = this.forward(from, to);
    onward.on('response', (response) => {
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
    from.pipe(onward);
  }
}
