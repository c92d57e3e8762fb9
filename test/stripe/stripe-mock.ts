/** Starts stripe-mock, as `npm run lane -- stripe` has built it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const START_MS = 30_000;

/** A running stripe-mock: it has no state, checks each request, and responds with Stripe's fixtures. */
export class StripeMock {
  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
  ) {}

  static async start(): Promise<StripeMock> {
    const child = spawn(
      process.env['STRIPE_MOCK']!,
      ['-http-addr', '127.0.0.1:0', '-https-addr', '127.0.0.1:0'],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const timer = setTimeout(() => child.kill(), START_MS);
    try {
      for await (const line of createInterface(child.stdout)) {
        const [, port] = /^Listening for HTTP at address: 127\.0\.0\.1:(\d+)$/.exec(line) ?? [];
        if (port !== undefined) return new StripeMock(`http://127.0.0.1:${port}`, child);
      }
      throw new Error('stripe-mock has ended, or has not said where it listens.');
    } finally {
      clearTimeout(timer);
      child.stdout.resume();
    }
  }

  /** Returns one of Stripe's fixtures. @param path such as `/v1/refunds/re_1`. */
  async fixture(path: string): Promise<Record<string, unknown>> {
    const response = await fetch(this.url + path, { headers: { authorization: 'Bearer sk_test_1' } });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  }

  async stop(): Promise<void> {
    const exited = once(this.process, 'exit');
    this.process.kill();
    await exited;
  }
}
