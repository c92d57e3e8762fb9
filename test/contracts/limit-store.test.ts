/** The reference of the limit stores, held to their contract. */
import { limitStoreContract } from '../../src/testing/index.js';
import { MemoryLimitStore, SharedBudgets } from '../support/memory-limit-store.js';

limitStoreContract(
  { describe, it, beforeEach, afterEach },
  {
    name: 'the reference',
    create: async () => {
      const budgets = new SharedBudgets();
      const advance = (ms: number) => void (budgets.aheadMs += ms);
      const stores: [MemoryLimitStore, MemoryLimitStore] = [
        new MemoryLimitStore(budgets),
        new MemoryLimitStore(budgets),
      ];
      return Promise.resolve({ stores, advance });
    },
    hasClock: true,
  },
);
