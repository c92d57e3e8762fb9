import type { Database, RowOfStatement, Runnable } from '../platform/database/index.js';
import { ADVANCE, CLAIM_LISTENER, FAIL, RELEASE_LISTENER, RENEW_LISTENER } from './event-listeners.sql.js';

/**
 * A lease is lost when a write finds another fence or no live lease, and by this process's own clock when it was not renewed in time: then
 * another process may have it, and `signal` is aborted.
 */
export class ListenerLease {
  private readonly lost = new AbortController();
  private timer?: NodeJS.Timeout;
  private retryAtMs: number;

  /** @param askedAtMs when the claim was sent: the lease lasts at least from then on. */
  private constructor(
    private readonly database: Database,
    private readonly name: string,
    private readonly seconds: number,
    askedAtMs: number,
    private readonly state: RowOfStatement<typeof CLAIM_LISTENER>,
  ) {
    this.retryAtMs = performance.now() + (state.retry_in_ms ?? 0);
    this.endAfter(askedAtMs);
  }

  /** @returns null while another process has the listener, or when it is not registered. */
  static async claim(database: Database, name: string, seconds: number): Promise<ListenerLease | null> {
    const askedAtMs = performance.now();
    const [state] = await database.run(CLAIM_LISTENER, { listener: name, seconds });
    return state ? new ListenerLease(database, name, seconds, askedAtMs, state) : null;
  }

  /** Aborted when the lease is lost or given up. */
  get signal(): AbortSignal {
    return this.lost.signal;
  }

  /** Every event up to it is handled. */
  get position(): bigint {
    return BigInt(this.state.position);
  }

  /** Failed attempts at the events after the position. */
  get failures(): number {
    return this.state.failures;
  }

  get isDue(): boolean {
    return performance.now() >= this.retryAtMs;
  }

  async renew(): Promise<void> {
    const askedAtMs = performance.now();
    if (await this.write(RENEW_LISTENER, { ...this.held, seconds: this.seconds })) this.endAfter(askedAtMs);
  }

  async advance(position: bigint): Promise<void> {
    if (!(await this.write(ADVANCE, { ...this.held, position }))) return;
    Object.assign(this.state, { position: String(position), failures: 0 });
  }

  /** The next attempt is due in `retryInMs`. */
  async fail(retryInMs: number): Promise<void> {
    if (!(await this.write(FAIL, { ...this.held, retryInMs }))) return;
    this.state.failures += 1;
    this.retryAtMs = performance.now() + retryInMs;
  }

  /** @throws when the database is away: then the lease ends by itself. */
  async release(): Promise<void> {
    if (this.signal.aborted) return;
    this.end('the lease was given up');
    await this.database.run(RELEASE_LISTENER, this.held);
  }

  private get held() {
    return { listener: this.name, fence: this.state.fence };
  }

  private async write<Values>(
    statement: Runnable<Values, object>,
    values: NoInfer<Values>,
  ): Promise<boolean> {
    if (this.signal.aborted) return false;
    const rows = await this.database.run(statement, values);
    if (rows.length === 0) this.end('the lease was lost');
    return rows.length > 0;
  }

  private endAfter(askedAtMs: number): void {
    if (this.signal.aborted) return;
    clearTimeout(this.timer);
    const ms = askedAtMs + this.seconds * 1000 - performance.now();
    this.timer = setTimeout(() => this.end('the lease was not renewed in time'), ms).unref();
  }

  private end(reason: string): void {
    clearTimeout(this.timer);
    this.lost.abort(new Error(reason));
  }
}
