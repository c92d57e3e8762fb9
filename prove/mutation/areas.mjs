// The mutated files by area. Their guarantees are implemented in TypeScript and tested without a database. Guarantees in SQL are
// tested against PostgreSQL: by test/e2e, test/flows, and trial Q1, which removes guards from the statements.

/** Minimum percentage of mutants that the specs must detect in each area. */
export const LEAST_SCORE = 85;

export const AREAS = {
  ledger: [
    'src/credits/amount.ts',
    'src/credits/is-credits.ts',
    'src/credits/statement-csv.ts',
    'src/credits/ledger-verifier.ts',
    'src/credits/part-size.ts',
    'src/credits/credits.service.ts',
  ],
  queue: [
    'src/generation/queue/retry-policy.ts',
    'src/generation/engines/request-budget.ts',
    'src/generation/prediction-state.ts',
    'src/generation/queue/prediction.queue.ts',
    'src/generation/worker/lease-holder.ts',
    'src/generation/worker/prediction.processor.ts',
    'src/generation/worker/prediction.upkeep.ts',
    'src/platform/schedule/round.ts',
    'src/generation/estimates/queue-positions.ts',
    'packages/postgres/src/coalescer.ts',
  ],
  keys: ['src/keys/key-secret.ts', 'src/keys/keys.dto.ts', 'src/keys/keys.service.ts'],
  limiter: [
    'src/admission/attempt-counter.ts',
    'src/admission/failed-auth.throttle.ts',
    'src/admission/requirements.ts',
    'src/admission/source-address.ts',
    'src/admission/admission.ts',
  ],
  accounts: ['src/members/member-rules.ts', 'src/account-data/export/export-lease.ts'],
  payments: [
    'src/billing/credits-expiry.ts',
    'src/billing/event-problem.ts',
    'src/billing/reversed-credits.ts',
  ],
  spending: ['src/credits/spend-limits/spend-limits.ts', 'src/credits/expiry/credit-lots.ts'],
  events: [
    'src/events/recorded-kinds.ts',
    'src/events/service-event.ts',
    'src/events/event-end.ts',
    'src/events/listener-lease.ts',
  ],
};

/** Returns the specs in the folders of an area. Only these run. */
export function specsOf(area) {
  const folders = new Set(AREAS[area].map((file) => file.slice(0, file.lastIndexOf('/'))));
  return [...folders].map((folder) => `<rootDir>/${folder}/*.spec.ts`);
}
