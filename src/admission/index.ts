export { Admission } from './admission.js';
export { AdmissionModule } from './admission.module.js';
export { BudgetReader, type BudgetUse } from './budget.reader.js';
export { LiveCredentials } from './live-credentials.js';
