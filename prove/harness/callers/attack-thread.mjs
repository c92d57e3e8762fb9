// Callers that repeat one request, in a thread of their own, so that they do not delay the process that measures other callers.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { HttpCaller } from './http-caller.mjs';
import { nextAddress } from './next-address.mjs';

/** Pause of a caller after a rejection. */
const REJECTED_MS = 20;

export class AttackThread {
  /** @param {{connections: number}} options maximum of all attacks */
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

/** @returns whether the contract allows this response */
export const isAllowed = ({ status, headers }) =>
  (status > 0 && status < 500) || (status === 503 && 'retry-after' in headers);

/** Sends a request with a JSON body. Replaces `{new}` in the body by another text each time. */
export function send(caller, { method, path, token, body }, address = nextAddress()) {
  return caller.request(method, path, { token, body: body?.replaceAll('{new}', randomUUID()), address });
}

async function attack(caller, request, connections, milliseconds) {
  const end = performance.now() + milliseconds;
  const seen = { sent: 0, statuses: {}, wrong: [] };
  const loop = async () => {
    // With a shared address the rate limit would soon reject every request.
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
  await Promise.all(Array.from({ length: connections }, loop));
  return seen;
}

if (!isMainThread && workerData?.base) {
  const caller = new HttpCaller(workerData.base, { connections: workerData.connections });
  parentPort.on('message', ({ request, connections, milliseconds }) =>
    attack(caller, request, connections, milliseconds).then((seen) => parentPort.postMessage(seen)),
  );
}
