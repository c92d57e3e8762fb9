export { ApiKeyEntity } from './api-key.entity.js';
export { hashSecret, KEY_ENVS, type KeyEnv, makeSecret, maskOf, parseSecret } from './key-secret.js';
export { KeyRecord, MAX_ACTIVE_KEYS } from './keys.dto.js';
export { KeysModule } from './keys.module.js';
export { KeysService } from './keys.service.js';
