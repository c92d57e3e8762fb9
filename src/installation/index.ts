export { InstallationCheck } from './installation-check.js';
export { InstallationModule } from './installation.module.js';
