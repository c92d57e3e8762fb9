import { Logger } from '@nestjs/common';
import { type CheckedRequest, Moderation, type Review } from 'offprint';
import { ModerationEndpoint, ReviewFailure } from './moderation-endpoint.js';
import { type ModerationSettings, type ResolvedSettings, resolveSettings } from './moderation-settings.js';
import { textsOf } from './request-texts.js';
import { NoPlace, ReviewPlaces } from './review-places.js';
import { findWord, type ListedWord, readWordLists } from './word-lists.js';
import type { WordMatcher } from './word-matcher.js';

/** Reviews requests with word lists, then with a moderation endpoint. The log names categories and no text. */
export class RequestModeration extends Moderation {
  private readonly logger = new Logger('moderation');
  private readonly settings: ResolvedSettings;
  private readonly words: WordMatcher<ListedWord> | null;
  private readonly endpoint: ModerationEndpoint | null;
  private readonly places: ReviewPlaces;
  /** The last review by the endpoint failed, and not because of its request. */
  private isFailing = false;

  /** @throws {ConfigError} for wrong settings, and with file and line for mistakes in the word lists. */
  constructor(settings: ModerationSettings) {
    super();
    this.settings = resolveSettings(settings);
    const { lists, url, concurrency } = this.settings;
    this.words = lists === undefined ? null : readWordLists(lists);
    this.endpoint = url === undefined ? null : new ModerationEndpoint(this.settings);
    this.places = new ReviewPlaces(concurrency);
  }

  /** @throws {ReviewFailure} when the endpoint cannot review the request and the setting is `closed`. */
  override async review(request: CheckedRequest): Promise<Review> {
    const { all, free } = textsOf(request);
    const word = this.words && findWord(this.words, all);
    if (word) {
      this.logger.log(`rejected by the word lists: ${word.category}; ${describe(request)}`);
      return { verdict: 'reject', ...(word.message !== undefined && { message: word.message }) };
    }
    if (!this.endpoint || free.length === 0) return { verdict: 'allow' };
    const categories = await this.reviewByEndpoint(this.endpoint, request, free);
    if (categories.length === 0) return { verdict: 'allow' };
    this.logger.log(`rejected by the endpoint: ${categories.join(', ')}; ${describe(request)}`);
    return { verdict: 'reject' };
  }

  private async reviewByEndpoint(
    endpoint: ModerationEndpoint,
    request: CheckedRequest,
    texts: string[],
  ): Promise<string[]> {
    const signal = AbortSignal.timeout(this.settings.timeoutSeconds * 1000);
    try {
      return await this.places.run(request.accountId, signal, () => this.call(endpoint, texts, signal));
    } catch (error) {
      // A caller must not escape its review by sending what the endpoint rejects, or more than its share.
      const isOfEndpoint = error instanceof NoPlace ? this.isFailing : !(error as ReviewFailure).isOfRequest;
      const isAllowed = isOfEndpoint && this.settings.onFailure === 'open';
      const reason = error instanceof Error ? error.message : 'unknown';
      this.logger.warn(
        `${isAllowed ? 'allowed' : 'rejected'} without a review: ${reason}; ${describe(request)}`,
      );
      if (isAllowed) return [];
      throw error;
    }
  }

  private async call(endpoint: ModerationEndpoint, texts: string[], signal: AbortSignal): Promise<string[]> {
    try {
      const categories = await endpoint.review(texts, signal);
      this.isFailing = false;
      return categories;
    } catch (error) {
      this.isFailing = !(error instanceof ReviewFailure && error.isOfRequest);
      throw error;
    }
  }
}

function describe({ model, accountId }: CheckedRequest): string {
  return `model ${model.modelKey}, account ${accountId}`;
}
