/** The port of an engine and the registry of adapters. It loads no adapter; `@offprint/engines/wire` has the HTTP client. */
export { type Adapter, AdapterError, ADAPTERS, type Adapters, addAdapters } from './adapters.js';
export {
  configuredEngines,
  type EngineParts,
  findEngineProblems,
  missingSettings,
  readSettings,
} from './configured-engines.js';
export { checkEngine } from './engine-check.js';
export type { EngineSettings, ReadFile } from './engine-settings.js';
export {
  type CatalogueModel,
  DIGITAL_SOURCE_TYPES,
  type DigitalSourceType,
  type EngineCost,
  type EngineDefinition,
  MODALITIES,
  type Modality,
  type Operation,
  OPERATIONS,
  type Pricing,
  type Route,
} from './model.js';
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
export { AnswerLost, NotSent } from './wire/exchange-errors.js';
export { sendTraceHeaders } from './wire/trace-headers.js';
