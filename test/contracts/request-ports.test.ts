/** The defaults of the ports that decide about a request, and replacements of them, held to their contracts. */
import { Injectable } from '@nestjs/common';
import type { CatalogueModel } from '../../src/catalogue/index.js';
import {
  type CheckedRequest,
  ListPrice,
  Moderation,
  NoModeration,
  type PricedRequest,
  PriceRule,
  type Review,
} from '../../src/generation/index.js';
import { moderationContract, priceRuleContract } from '../../src/testing/index.js';

const runner = { describe, it, beforeEach, afterEach };

const request = (modelKey: string, prompt: string, listPrice: bigint): PricedRequest => ({
  accountId: '01a20b20-7066-762e-af93-aec0a674dc6c',
  keyId: null,
  env: 'live',
  model: { modelKey } as CatalogueModel,
  input: { prompt },
  externalUserId: null,
  listPrice,
});

@Injectable()
class HalfPrice extends PriceRule {
  override async priceOf({ listPrice }: PricedRequest): Promise<bigint> {
    return Promise.resolve((listPrice + 1n) / 2n);
  }
}

@Injectable()
class NoWeapons extends Moderation {
  override async review({ input }: CheckedRequest): Promise<Review> {
    return Promise.resolve({ verdict: String(input.prompt).includes('weapon') ? 'reject' : 'allow' });
  }
}

const requests = [request('free', 'a', 0n), request('cheap', 'b', 1n), request('dear', 'c', 10n ** 15n)];
priceRuleContract(runner, { name: 'ListPrice', create: () => new ListPrice(), requests });
priceRuleContract(runner, { name: 'a rule of its own', create: () => new HalfPrice(), requests });

const harmless = request('any', 'a lighthouse', 1n);
const weapon = request('any', 'a weapon', 1n);
moderationContract(runner, {
  name: 'NoModeration',
  create: () => new NoModeration(),
  allowed: [harmless, weapon],
  rejected: [],
});
moderationContract(runner, {
  name: 'one of its own',
  create: () => new NoWeapons(),
  allowed: [harmless],
  rejected: [weapon],
});
