/**
 * While an engine is full, a claim for it would only count its predictions. So the process waits for a hint (a prediction became final in
 * any process), and then a random time, so that no process has an advantage. Without a hint it claims after a second.
 */
import type { TakenEngines } from '../queue/free-capacity.js';

/** Longest wait without a hint: a place can become free without one, for instance by a retry. */
const INTERVAL_MS = 1_000;
const JITTER_MS = 20;
/** As a multiple of the duration of a slow claim, because beside a held snapshot the count reads dead entries. */
const JITTER_OF_CLAIM = 4;

interface TakenEngine {
  timer: NodeJS.Timeout;
  jitterMs: number;
  isExpected: boolean;
}

export class EnginePlaces {
  private readonly taken = new Map<string, TakenEngine>();
  private notify: () => void = () => undefined;
  private hintedAtMs = -Infinity;

  onDue(notify: () => void): void {
    this.notify = notify;
  }

  areTaken(provider: string): boolean {
    return this.taken.has(provider);
  }

  /** @param startedAtMs when the claim began: a hint since then may be of a place that it still counted. */
  record({ full, busy }: TakenEngines, startedAtMs: number): void {
    const jitterMs = Math.max(JITTER_MS, JITTER_OF_CLAIM * (performance.now() - startedAtMs));
    const isHinted = this.hintedAtMs >= startedAtMs;
    for (const provider of full) this.add(provider, isHinted, jitterMs);
    for (const provider of busy) this.add(provider, true, jitterMs);
  }

  /** A place may have become free at one of the full engines. */
  expect(): void {
    this.hintedAtMs = performance.now();
    for (const [provider, engine] of this.taken) {
      if (engine.isExpected) continue;
      clearTimeout(engine.timer);
      engine.timer = this.due(provider, Math.random() * engine.jitterMs);
      engine.isExpected = true;
    }
  }

  private add(provider: string, isExpected: boolean, jitterMs: number): void {
    clearTimeout(this.taken.get(provider)?.timer);
    const waitMs = isExpected ? Math.random() * jitterMs : INTERVAL_MS * (0.75 + Math.random() / 2);
    this.taken.set(provider, { timer: this.due(provider, waitMs), jitterMs, isExpected });
  }

  private due(provider: string, milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.taken.delete(provider);
      this.notify();
    }, milliseconds).unref();
  }
}
