/** The engine without the service: its pool and its operations. */
export {
  ENGINE_OPERATIONS,
  type EngineFile,
  type EngineOperationKey,
  EngineRefusal,
  type EngineTask,
} from './engine.js';
export { EngineCrash, EngineFailure } from './host/engine-errors.js';
export { EnginePool, type EnginePoolOptions } from './host/engine-pool.js';
export { problemOfSize, type Size } from './result-size.js';
