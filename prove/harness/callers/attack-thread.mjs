// Callers that send one request again and again, in a thread of their own: the process that measures others does none of their work.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { HttpCaller } from './http-caller.mjs';
import { nextAddress } from './next-address.mjs';

/** A caller that is rejected comes again soon. */
const REJECTED_MS = 20;

export class AttackThread {
  /** @param {{connections: number}} options the most that an attack uses */
  constructor(base, { connections }) {
    this.worker = new Worker(new URL(import.meta.url), { workerData: { base, connections } });
    this.failed = new Promise((_, reject) => this.worker.once('error', reject));
    this.failed.catch(() => {});
  }

  /**
   * @param {{method: string, path: string, token?: string, body?: string}} request for `send`
   * @returns {Promise<{sent: number, statuses: Record<number, number>, wrong: object[]}>} `wrong`: responses that are neither below 500
   * nor 503 with Retry-After
   */
  async attack(request, { connections, milliseconds }) {
    const answered = new Promise((resolve) => this.worker.once('message', resolve));
    this.worker.postMessage({ request, connections, milliseconds });
    return Promise.race([answered, this.failed]);
  }

  close() {
    return this.worker.terminate();
  }
}

/** @returns whether a response is one that the service may send */
export const isAllowed = ({ status, headers }) =>
  (status > 0 && status < 500) || (status === 503 && 'retry-after' in headers);

/** Sends a request. `body` is sent as JSON; `{new}` in it is another text each time. */
export function send(caller, { method, path, token, body }, address = nextAddress()) {
  return caller.ask(method, path, { token, body: body?.replaceAll('{new}', randomUUID()), address });
}

async function attack(caller, request, connections, milliseconds) {
  const end = performance.now() + milliseconds;
  const seen = { sent: 0, statuses: {}, wrong: [] };
  const lane = async () => {
    // One address for all would soon be limited, and nothing be tried.
    const address = nextAddress();
    while (performance.now() < end) {
      const answer = await send(caller, request, address);
      const { status, text, error } = answer;
      seen.sent += 1;
      seen.statuses[status] = (seen.statuses[status] ?? 0) + 1;
      if (!isAllowed(answer)) seen.wrong.push({ status, error, text: text.slice(0, 300) });
      if (status === 503 || status === 429) await sleep(REJECTED_MS);
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  return seen;
}

if (!isMainThread && workerData?.base) {
  const caller = new HttpCaller(workerData.base, { connections: workerData.connections });
  parentPort.on('message', ({ request, connections, milliseconds }) =>
    attack(caller, request, connections, milliseconds).then((seen) => parentPort.postMessage(seen)),
  );
}
