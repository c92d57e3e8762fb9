export { AccountDataModule } from './account-data.module.js';
export { AccountErasureModule } from './account-erasure.module.js';
export { AccountErasure } from './deletion/account-erasure.js';
