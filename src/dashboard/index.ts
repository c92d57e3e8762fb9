export { AdminAccount } from './admin/accounts.dto.js';
export { DashboardModule } from './dashboard.module.js';
