export { AccountOverviewModule } from './account-overview/account-overview.module.js';
export { DashboardCreditsModule } from './spending/dashboard-credits.module.js';
export { UsageModule } from './usage.module.js';
