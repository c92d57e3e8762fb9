/**
 * These results belong to requests without an Idempotency-Key; the service stores the keys. Equal requests may be separate orders, so a
 * repetition takes a result away, within minutes, and no request fails because its result could not be stored.
 */
import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { Request } from 'express';
import { type ApiKeyPrincipal, AppError, Database } from 'offprint';
import { FIND_FORM_IMAGE, KEEP_ANSWER, KEEP_FORM_IMAGE, MARK_LOST, TAKE_ANSWER } from './retries.sql.js';

/**
 * Keeps what a repeated request needs so that it is not charged twice. The official clients send no `Idempotency-Key`, but count
 * their attempts: a repetition of the same request by the same key takes the result of one that was answered shortly before, and
 * rather one whose response is known to have broken off.
 */
@Injectable()
export class Retries {
  private readonly logger = new Logger('openai-front');

  constructor(private readonly database: Database) {}

  /** Keeps the result of a request. @returns the id of the row; null when it could not be written, which fails no request. */
  async keep(
    { accountId, keyId }: ApiKeyPrincipal,
    identity: string,
    predictionIds: readonly string[],
  ): Promise<string | null> {
    try {
      const answer = { account: accountId, key: keyId, identity, predictions: predictionIds };
      const [row] = await this.database.run(KEEP_ANSWER, answer);
      return row!.id;
    } catch (error) {
      this.logger.warn({ predictions: predictionIds }, `an answer was not kept: ${String(error)}`);
      return null;
    }
  }

  /** Marks a kept result as one whose response did not arrive. Does not wait, and fails nothing. */
  markLost(id: string | null): void {
    if (id === null) return;
    this.database
      .run(MARK_LOST, { answer: id })
      .catch((error: unknown) => this.logger.warn(`a lost answer was not marked: ${String(error)}`));
  }

  /**
   * Takes the predictions of an answered request. Two repetitions never get the same.
   * @param isLostOnly only of a request whose response is known to have broken off. @returns [] without one.
   */
  async take(keyId: string, identity: string, { isLostOnly = false } = {}): Promise<string[]> {
    const [answer] = await this.database.run(TAKE_ANSWER, { key: keyId, identity, isLostOnly });
    return answer?.predictions ?? [];
  }

  /**
   * Returns the link to the image of the first form with an `Idempotency-Key`: each upload of a repetition has another one, and
   * the requests to generate must be equal. @throws 422 when the form differs from the first.
   */
  async sameImage(
    { accountId, keyId }: ApiKeyPrincipal,
    key: string,
    identity: string,
    url: string,
  ): Promise<string> {
    const name = createHash('sha256').update(key).digest('hex');
    await this.database.run(KEEP_FORM_IMAGE, { account: accountId, key: keyId, name, identity, url });
    const [first] = await this.database.run(FIND_FORM_IMAGE, { key: keyId, name });
    if (first && first.identity !== identity) throw new AppError('idempotency_mismatch');
    return first?.url ?? url;
  }
}

/** Returns whether an official client repeats a request, because of an error or because no response arrived. */
export function isRepeated({ headers }: Request): boolean {
  return /^[1-9]\d{0,5}$/.test(String(headers['x-stainless-retry-count'] ?? ''));
}
