export { ExtensionFacts } from './extensions/extension-facts.js';
export { ExtensionsModule } from './extensions/extensions.module.js';
export { HealthModule } from './health.module.js';
export { AdminSystemModule } from './system/admin-system.module.js';
