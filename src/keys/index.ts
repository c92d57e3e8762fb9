export { createSecret, hashSecret, parseSecret } from './key-secret.js';
export { KeyRecord } from './keys.dto.js';
export { KeysModule } from './keys.module.js';
export { KeysService } from './keys.service.js';
