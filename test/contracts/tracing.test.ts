/** The reference of the recorders of traces, held to their contract. The service has no recorder of its own. */
import { tracingContract } from '../../src/testing/index.js';
import { MemoryTracing } from '../support/memory-tracing.js';

tracingContract(
  { describe, it, beforeEach, afterEach },
  {
    name: 'the reference',
    create: async () => {
      const tracing = new MemoryTracing();
      return Promise.resolve({
        tracing,
        ended: async (traceId) => Promise.resolve(tracing.spans.filter((span) => span.traceId === traceId)),
      });
    },
  },
);
