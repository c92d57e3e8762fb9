/** The reference of the limit stores, held to their contract. */
import { MemoryLimitStore, SharedBudgets } from '../support/memory-limit-store.js';
import { describeLimitStore } from './limit-store.contract.js';

describeLimitStore(
  'the reference',
  async () => {
    const budgets = new SharedBudgets();
    const advance = (ms: number) => void (budgets.aheadMs += ms);
    return Promise.resolve({
      stores: [new MemoryLimitStore(budgets), new MemoryLimitStore(budgets)],
      advance,
    });
  },
  { hasClock: true },
);
