export { Config, ConfigError, CONNECTIONS_BESIDE_POOL, loadConfig, variableReader } from './config.js';
export { ConfigModule } from './config.module.js';
export { findMisspelt } from './misspelt.js';
export { isLoopbackAddress } from './registration.js';
export { listSettings, type SettingDescription } from './setting.decorator.js';
export { envExample, putBetween, settingsTable, withSettingsTable } from './settings-text.js';
export { SigningSecret } from './signing-secret.js';
