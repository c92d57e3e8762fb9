export { AccountLimits } from './account-limits.js';
export { parseAddressRule } from './address-rule.js';
export type { KeyIdentity } from './key-record.js';
export {
  createOperatorSecret,
  createSecret,
  hashSecret,
  isOperatorSecret,
  type KeyEnv,
  parseSecret,
} from './key-secret.js';
export type { KeySettingsDto, KeyValidityDto } from './key-settings.dto.js';
export { KEY_BUDGET, USABLE_KEY } from './key-validity.sql.js';
export {
  CreatedKeyBody,
  CreateKeyDto,
  type KeyBody,
  type KeyLimits,
  type KeyListBody,
  KeyRecord,
  MAX_ACTIVE_KEYS,
  MAX_RATE_LIMIT,
  type OwnKeyBody,
  type RequestsLeft,
  type SpendLeft,
  type UpdateKeyDto,
} from './keys.dto.js';
export { KeysModule } from './keys.module.js';
export { KeysService } from './keys.service.js';
export { END_KEYS_OF_ACCOUNT, type KeyStatus } from './keys.sql.js';
export type { CreatedOperatorKeyBody, OperatorKeyRecord } from './operators/operator-keys.dto.js';
export {
  MAX_USABLE_OPERATOR_KEYS,
  type NewOperatorKey,
  OperatorKeys,
} from './operators/operator-keys.service.js';
export { OPERATOR_BUDGET, USABLE_OPERATOR_KEY } from './operators/operator-keys.sql.js';
export { KEYS_DATA } from './personal-data.js';
