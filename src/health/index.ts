export { HealthModule } from './health.module.js';
export { AdminSystemModule } from './system/admin-system.module.js';
