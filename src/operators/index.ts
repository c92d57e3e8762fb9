export { AdminAccountsModule } from './admin-accounts.module.js';
export { OperatorsModule } from './operators.module.js';
