export {
  configuredEngines,
  findEngineProblems,
  missingSettings,
  readSettings,
} from './configured-engines.js';
export { EmbeddedProvider } from './embedded.provider.js';
export { checkEngine } from './engine-check.js';
export type { EngineSettings } from './engine-settings.js';
export { FaultProvider } from './fault/fault.provider.js';
export {
  type EngineCheck,
  FAILURE_CODES,
  type FailureCode,
  type InputFile,
  type InputSize,
  type Outcome,
  OUTCOME_KINDS,
  type ProducedFile,
  Provider,
  type ProviderRef,
  type Resubmission,
  type Work,
} from './provider.js';
export { ProviderRegistry, PROVIDERS } from './provider-registry.js';
// Not the index: it loads the HTTP client, which a process without such an engine does not need.
export { AnswerLost, NotSent } from './wire/exchange-errors.js';
export { sendTraceHeaders } from './wire/trace-headers.js';
