export { configuredEngines, missingSettings, readSettings } from './configured-engines.js';
export { EmbeddedProvider } from './embedded.provider.js';
export { checkEngine } from './engine-check.js';
export type { EngineSettings } from './engine-settings.js';
export { FaultProvider } from './fault/fault.provider.js';
export {
  type EngineCheck,
  FAILURE_CODES,
  type FailureCode,
  type Outcome,
  type ProducedFile,
  Provider,
  type ProviderRef,
  type Resubmission,
  type Work,
} from './provider.js';
export { ProviderRegistry, PROVIDERS } from './provider-registry.js';
export { AnswerLost, NotSent } from './wire/index.js';
