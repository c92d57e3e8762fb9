/** What belongs to one MCP session: its key, its ceiling, and the tool calls that are running. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Offprint } from '@offprint/client';
import type { Settings } from './settings.js';
import { SpendingCeiling } from './spending-ceiling.js';

/** Tool calls of a session at a time. */
const MAX_CALLS = 100;
/** Below the minute after which common MCP clients give a call up. */
const RETRY_SECONDS = 40;
/** Time to cancel predictions when the session ends. */
const CLOSE_MS = 10_000;

export class Session {
  readonly offprint: Offprint;
  readonly ceiling: SpendingCeiling;
  private readonly calls = new Map<Promise<unknown>, AbortController>();
  private isClosed = false;

  constructor(
    readonly settings: Pick<Settings, 'url' | 'maxCredits' | 'maxInlineBytes' | 'saveDirectory'>,
    apiKey: string,
  ) {
    this.offprint = new Offprint({ url: settings.url, apiKey, retrySeconds: RETRY_SECONDS });
    this.ceiling = new SpendingCeiling(settings.maxCredits);
  }

  /** Runs a tool call. Its signal aborts when the client cancels the call and when the session ends. */
  run<T>(cancelled: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.isClosed) return Promise.reject(new Error('The session has ended.'));
    if (this.calls.size >= MAX_CALLS)
      return Promise.reject(new Error(`${MAX_CALLS} calls of this session are running.`));
    const controller = new AbortController();
    const abort = () => controller.abort(new Error('The call was cancelled.'));
    if (cancelled.aborted) abort();
    else cancelled.addEventListener('abort', abort, { once: true });
    const call = work(controller.signal).finally(() => {
      cancelled.removeEventListener('abort', abort);
      this.calls.delete(call);
    });
    this.calls.set(call, controller);
    return call;
  }

  /** Cancels the running calls, and with them their predictions. Resolves when they have ended, after 10 s in any case. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const controller of this.calls.values()) controller.abort(new Error('The session has ended.'));
    await Promise.race([Promise.allSettled(this.calls.keys()), sleep(CLOSE_MS, undefined, { ref: false })]);
  }
}
