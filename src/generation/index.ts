export { type Circuit, type CircuitState } from './engines/circuit.js';
export { CircuitsModule } from './engines/circuits.module.js';
export { ProviderCircuits } from './engines/provider-circuits.js';
export { GenerationModule } from './generation.module.js';
export { GenerationService, type Requester, type Started } from './api/generation.service.js';
export { IsolatedProgram } from './store/isolated-program.js';
export { IsolatedWorker } from './worker/isolated-worker.js';
export { PREDICTION_COLUMNS, type PredictionRow } from './store/prediction.js';
export {
  type GenerateBody,
  PredictionView,
  type QuoteBody,
  StatusBody,
  StatusQuery,
  TimelineEntry,
} from './api/prediction.dto.js';
export { PredictionEnding } from './store/prediction.ending.js';
export { parsePredictionId, predictionIdOf } from './store/prediction-id.js';
export { DescribeQuote, DescribeStart, DescribeStatus, PredictionIdParam } from './api/prediction.openapi.js';
export { PredictionPresenter } from './api/prediction.presenter.js';
export { PredictionStatusService, type Viewer, viewerOf } from './api/prediction-status.service.js';
export { WorkerPresence } from './worker/worker-presence.js';
