/**
 * Watches the credentials of requests that wait. The guard admits a request once; a long poll may outlive its key or
 * its sign-in by a minute, and must then end with 401 and without a result.
 *
 * An ended credential is announced by NOTIFY, which every process hears within milliseconds. That is a hint: every
 * 500 ms one statement checks all credentials that wait in this process, so a missed message costs half a second. A
 * process with no waiting request runs no statement.
 */
import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import {
  Coalescer,
  CREDENTIAL_ENDED_CHANNEL,
  Database,
  isDatabaseUnavailable,
  Listener,
} from '../database/index.js';
import { AppError } from '../errors/index.js';
import type { Credential } from '../http/index.js';
import { FIND_VALID } from './live-credentials.sql.js';

const CHECK_MS = 500;
const NEVER = new AbortController().signal;

export interface CredentialWatch {
  /** Aborted once the credential has ended. */
  ended: AbortSignal;
  release(): void;
}

@Injectable()
export class LiveCredentials implements OnModuleInit, BeforeApplicationShutdown {
  private readonly watched = new Map<string, { credential: Credential; waiting: Set<AbortController> }>();
  private readonly checks = new Coalescer<Credential, boolean>((credentials) => this.areGood(credentials));
  private timer?: NodeJS.Timeout;
  private isChecking = false;

  constructor(
    private readonly database: Database,
    private readonly listener: Listener,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.listener.listen(CREDENTIAL_ENDED_CHANNEL, (id) => this.end(id));
    this.timer = setInterval(() => void this.checkWatched(), CHECK_MS);
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** @param credential null: an outside provider's token, which only its provider can end. */
  watch(credential: Credential | null): CredentialWatch {
    if (credential === null) return { ended: NEVER, release: () => undefined };
    const { id } = credential;
    const entry = this.watched.get(id) ?? { credential, waiting: new Set() };
    const ending = new AbortController();
    entry.waiting.add(ending);
    this.watched.set(id, entry);
    const release = () => {
      entry.waiting.delete(ending);
      if (entry.waiting.size === 0 && this.watched.get(id) === entry) this.watched.delete(id);
    };
    return { ended: ending.signal, release };
  }

  /** Reads the credential again. Calls that arrive together are one statement. @throws 401 when it has ended. */
  async expectGood(credential: Credential | null): Promise<void> {
    if (credential === null || (await this.checks.call(credential))) return;
    throw new AppError(credential.kind === 'api-key' ? 'invalid_api_key' : 'invalid_token', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  }

  private end(id: string): void {
    for (const ending of this.watched.get(id)?.waiting ?? []) ending.abort();
  }

  private async checkWatched(): Promise<void> {
    if (this.isChecking || this.watched.size === 0) return;
    this.isChecking = true;
    try {
      const credentials = [...this.watched.values()].map((entry) => entry.credential);
      const good = await this.areGood(credentials);
      credentials.forEach(({ id }, index) => good[index] || this.end(id));
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    } finally {
      this.isChecking = false;
    }
  }

  private async areGood(credentials: Credential[]): Promise<boolean[]> {
    const idsOf = (kind: Credential['kind']) =>
      credentials.filter((credential) => credential.kind === kind).map(({ id }) => id);
    const rows = await this.database.prepared<{ id: string }>('valid-credentials', FIND_VALID, [
      idsOf('api-key'),
      idsOf('sign-in'),
    ]);
    const good = new Set(rows.map(({ id }) => id));
    return credentials.map(({ id }) => good.has(id));
  }
}
