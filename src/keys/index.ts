export type { KeyIdentity } from './key-record.js';
export { createSecret, hashSecret, type KeyEnv, parseSecret } from './key-secret.js';
export type { KeySettingsDto } from './key-settings.dto.js';
export { KEY_BUDGET, USABLE_KEY } from './key-validity.sql.js';
export {
  type CreatedKeyBody,
  type CreateKeyDto,
  type KeyBody,
  type KeyLimits,
  type KeyListBody,
  KeyRecord,
  type OwnKeyBody,
  type RequestsLeft,
  type UpdateKeyDto,
} from './keys.dto.js';
export { KeysModule } from './keys.module.js';
export { KeysService } from './keys.service.js';
export type { KeyStatus } from './keys.sql.js';
