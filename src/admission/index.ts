export { Admission } from './admission.js';
export { AdmissionModule } from './admission.module.js';
export { AttemptCounter } from './attempt-counter.js';
export { budgetHeaders, type BudgetState } from './budget-headers.js';
export { BudgetReader, type BudgetUse } from './budget.reader.js';
export { FailedAuthThrottle } from './failed-auth.throttle.js';
export { LiveCredentials } from './live-credentials.js';
export { networkOf, sourceOf } from './source-address.js';
