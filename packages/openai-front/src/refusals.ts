import { Injectable } from '@nestjs/common';
import { type AuthenticatedRequest, WINDOW_SECONDS } from 'offprint';
import { findIdentity } from './request-input.js';

/** Longer than the official clients wait before they repeat a request: a window of the rate limit. */
const REMEMBERED_MS = 2 * WINDOW_SECONDS * 1_000;
const MOST_REMEMBERED = 10_000;

/**
 * Remembers the requests that got an error. Their repetition is a new request: it must not take the result of an equal one, such as
 * of another of ten images with one prompt. In the memory of the process only; at another one, such a repetition may get a copy.
 */
@Injectable()
export class Refusals {
  /** Times of refusals in milliseconds, by request. In the order of their last one. */
  private readonly times = new Map<string, number[]>();

  /** Remembers a request of an API key. */
  note(request: AuthenticatedRequest): void {
    const { apiKey } = request;
    if (!apiKey || request.method !== 'POST') return;
    const name = nameOf(apiKey.keyId, findIdentity(request));
    const times = this.times.get(name) ?? [];
    this.times.delete(name);
    this.times.set(name, [...times.slice(-99), performance.now()]);
    const [oldest] = this.times.keys();
    if (this.times.size > MOST_REMEMBERED) this.times.delete(oldest!);
  }

  /** Returns whether the request repeats one that was refused, and forgets that one. */
  take(keyId: string, identity: string): boolean {
    const name = nameOf(keyId, identity);
    const recent = (this.times.get(name) ?? []).filter((time) => performance.now() - time < REMEMBERED_MS);
    const isRefused = recent.shift() !== undefined;
    if (recent.length > 0) this.times.set(name, recent);
    else this.times.delete(name);
    return isRefused;
  }
}

const nameOf = (keyId: string, identity: string): string => `${keyId} ${identity}`;
