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

  private due = 0;
  private losses = 0;

  protected override relay(from: IncomingMessage, to: ServerResponse): void {
    const lost = this.nextLoss();
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

  /** Spreads the losses evenly: which client meets them is up to the order of its requests, how many there are is not. */
  private nextLoss(): Loss | undefined {
    this.due += this.loss;
    if (this.due < 1) return undefined;
    this.due -= 1;
    return this.kinds[this.losses++ % this.kinds.length];
  }
}
