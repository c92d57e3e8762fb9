export { AccountsReader } from './accounts.reader.js';
export { AccountsModule } from './accounts.module.js';
export { AccountsService, type NewAccount } from './accounts.service.js';
export { type Role, ROLES } from './user.entity.js';
