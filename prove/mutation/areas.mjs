// What is mutated, by the promise it serves. Listed are the files whose promises are kept in TypeScript and can be tried in
// a process of their own. What SQL promises is tried against PostgreSQL: by test/e2e, by test/flows, and by trial Q1, which
// takes the guards out of the statements themselves.

/** Per cent of mutants that the specs beside the sources must notice, in each area. */
export const LEAST_SCORE = 85;

export const AREAS = {
  ledger: [
    'src/credits/amount.ts',
    'src/credits/is-credits.ts',
    'src/credits/statement-csv.ts',
    'src/credits/ledger-verifier.ts',
    'src/credits/credits.service.ts',
  ],
  queue: [
    'src/generation/store/retry-policy.ts',
    'src/generation/engines/request-budget.ts',
    'src/generation/store/prediction-state.ts',
    'src/generation/store/prediction.queue.ts',
    'src/generation/worker/lease-holder.ts',
    'src/generation/worker/prediction.processor.ts',
    'src/generation/worker/prediction.upkeep.ts',
    'src/schedule/round.ts',
    'src/generation/store/queue-positions.ts',
    'src/database/coalescer.ts',
  ],
  keys: ['src/keys/key-secret.ts', 'src/keys/keys.dto.ts', 'src/keys/keys.service.ts'],
  limiter: [
    'src/admission/attempt-counter.ts',
    'src/admission/failed-auth.throttle.ts',
    'src/admission/budget-headers.ts',
    'src/admission/source-address.ts',
    'src/admission/admission.ts',
  ],
};

/** The specs that lie in the same folders: they alone may notice. */
export function specsOf(area) {
  const folders = new Set(AREAS[area].map((file) => file.slice(0, file.lastIndexOf('/'))));
  return [...folders].map((folder) => `<rootDir>/${folder}/*.spec.ts`);
}
