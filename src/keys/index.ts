export { createSecret, hashSecret, type KeyEnv, parseSecret } from './key-secret.js';
export {
  type CreatedKeyBody,
  type CreateKeyDto,
  type KeyBody,
  type KeyListBody,
  KeyRecord,
  type UpdateKeyDto,
} from './keys.dto.js';
export { KeysModule } from './keys.module.js';
export { type KeyIdentity, KeysService } from './keys.service.js';
