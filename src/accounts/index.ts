export { AccountsModule } from './accounts.module.js';
export { AccountsReader } from './accounts.reader.js';
export { AccountsService, type NewAccount } from './accounts.service.js';
export { type Role, ROLES } from './user.entity.js';
