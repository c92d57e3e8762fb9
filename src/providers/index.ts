export { enginePartsOf } from './engine-parts.js';
export { FaultProvider } from './fault.provider.js';
export { ProviderRegistry, PROVIDERS } from './provider-registry.js';
export {
  type Adapter,
  AdapterError,
  AnswerLost,
  checkEngine,
  configuredEngines,
  type EngineCheck,
  type EngineParts,
  type EngineSettings,
  FAILURE_CODES,
  type FailureCode,
  findEngineProblems,
  type InputFile,
  type InputSize,
  missingSettings,
  NotSent,
  type Outcome,
  OUTCOME_KINDS,
  type ProducedFile,
  Provider,
  type ProviderRef,
  type ReadFile,
  type Resubmission,
  sendTraceHeaders,
  type Work,
} from '@offprint/engines';
