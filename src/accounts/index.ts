export type { AccountEntity } from './account.entity.js';
export { AccountsModule } from './accounts.module.js';
export { AccountsReader, type AccountView } from './accounts.reader.js';
export {
  AccountsService,
  type NewAccount,
  type OpenedAccount,
  type UserProfile,
} from './accounts.service.js';
export { type Role, ROLES, type UserEntity } from './user.entity.js';
