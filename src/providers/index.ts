export {
  FAILURE_CODES,
  type FailureCode,
  type Outcome,
  type ProducedFile,
  Provider,
  type ProviderRef,
  type Resubmission,
  type Work,
} from './provider.js';
export { PROVIDERS, ProviderRegistry } from './provider-registry.js';
export { EmbeddedProvider } from './embedded/embedded.provider.js';
export { FaultProvider } from './fault/fault.provider.js';
