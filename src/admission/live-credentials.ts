/**
 * The guard admits a request once, but a long poll can outlive its key or its sign-in by a minute. It must then end with 401 and without a
 * result, and with 403 when the account of the key was suspended.
 *
 * NOTIFY announces an ended credential to every process within milliseconds. Messages can be lost, so a repeated statement also checks the
 * credentials of all waiting requests of this process. Without waiting requests it does not run.
 */
import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import {
  Coalescer,
  CREDENTIAL_ENDED_CHANNEL,
  Database,
  isDatabaseUnavailable,
  Listener,
} from '../platform/database/index.js';
import { AppError, type ErrorCode } from '../platform/errors/index.js';
import type { Credential } from '../platform/http/index.js';
import { ROUNDS } from '../platform/schedule/index.js';
import { FIND_VALID } from './live-credentials.sql.js';

@Injectable()
export class LiveCredentials implements OnModuleInit, BeforeApplicationShutdown {
  private readonly watched = new Map<string, { credential: Credential; waiting: Set<() => void> }>();
  private readonly checks = new Coalescer<Credential, ErrorCode | null>((credentials) =>
    this.findRefusals(credentials),
  );
  private timer?: NodeJS.Timeout;
  private isChecking = false;

  constructor(
    private readonly database: Database,
    private readonly listener: Listener,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.listener.listen(CREDENTIAL_ENDED_CHANNEL, (id) => this.end(id));
    this.timer = setInterval(() => void this.checkWatched(), ROUNDS['check-credentials'].everyMs);
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** @param credential null for an outside provider's token, which never ends here. @returns what stops the watch. */
  watch(credential: Credential | null, onEnd: () => void): () => void {
    if (credential === null) return () => undefined;
    const { id } = credential;
    const entry = this.watched.get(id) ?? { credential, waiting: new Set() };
    entry.waiting.add(onEnd);
    this.watched.set(id, entry);
    return () => {
      entry.waiting.delete(onEnd);
      if (entry.waiting.size === 0 && this.watched.get(id) === entry) this.watched.delete(id);
    };
  }

  /** Concurrent calls share one statement. @throws 401 when the credential has ended, 403 for a key of a suspended account. */
  async requireValid(credential: Credential | null): Promise<void> {
    const refusal = credential && (await this.checks.call(credential));
    if (refusal === null) return;
    if (refusal === 'account_suspended') throw new AppError(refusal);
    throw new AppError(refusal, { headers: { 'WWW-Authenticate': 'Bearer' } });
  }

  private end(id: string): void {
    for (const onEnd of this.watched.get(id)?.waiting ?? []) onEnd();
  }

  private async checkWatched(): Promise<void> {
    if (this.isChecking || this.watched.size === 0) return;
    this.isChecking = true;
    try {
      const credentials = [...this.watched.values()].map((entry) => entry.credential);
      const refusals = await this.findRefusals(credentials);
      credentials.forEach(({ id }, index) => refusals[index] && this.end(id));
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    } finally {
      this.isChecking = false;
    }
  }

  /** Null for a valid credential. */
  private async findRefusals(credentials: Credential[]): Promise<(ErrorCode | null)[]> {
    const idsOf = (kind: Credential['kind']) =>
      credentials.filter((credential) => credential.kind === kind).map(({ id }) => id);
    const rows = await this.database.run(FIND_VALID, { keys: idsOf('api-key'), signIns: idsOf('sign-in') });
    const valid = new Map(rows.map((row) => [row.id, row.is_suspended]));
    return credentials.map(({ id, kind }) => {
      if (valid.has(id)) return valid.get(id) ? 'account_suspended' : null;
      return kind === 'api-key' ? 'invalid_api_key' : 'invalid_token';
    });
  }
}
