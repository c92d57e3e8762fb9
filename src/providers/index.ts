export {
  FAILURE_CODES,
  type FailureCode,
  type EngineCheck,
  type Outcome,
  type ProducedFile,
  Provider,
  type ProviderRef,
  type Resubmission,
  type Work,
} from './provider.js';
export { configuredEngines, missingSettings, readSettings } from './configured-engines.js';
export { checkEngine } from './engine-check.js';
export type { EngineSettings } from './engine-settings.js';
export { PROVIDERS, ProviderRegistry } from './provider-registry.js';
export { EmbeddedProvider } from './embedded.provider.js';
export { FaultProvider } from './fault/fault.provider.js';
export { AnswerLost, NotSent } from './wire/index.js';
