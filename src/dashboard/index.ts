export { AdminAccount } from './admin/accounts.dto.js';
export { DashboardModule } from './dashboard.module.js';
export { ExtensionFacts } from './extensions/extension-facts.js';
export { ExtensionsModule } from './extensions/extensions.module.js';
