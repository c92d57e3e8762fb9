export { InstallationModule } from './installation.module.js';
export { InstallationCheck } from './installation-check.js';
