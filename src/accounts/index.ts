export { AccountEntity } from './account.entity.js';
export { AccountsReader, type AccountView } from './accounts.reader.js';
export { AccountsModule } from './accounts.module.js';
export { AccountsService, type NewAccount, type Opened } from './accounts.service.js';
export { type Role, ROLES, UserEntity } from './user.entity.js';
