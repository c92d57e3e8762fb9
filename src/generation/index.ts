export { GenerationModule } from './generation.module.js';
export { GenerationService, type Requester, type Started } from './generation.service.js';
export { IsolatedProgram } from './isolated-program.js';
export { IsolatedWorker } from './isolated-worker.js';
export { PREDICTION_COLUMNS, type PredictionRow } from './prediction.js';
export {
  type GenerateBody,
  PredictionView,
  type QuoteBody,
  StatusBody,
  StatusQuery,
  TimelineEntry,
} from './prediction.dto.js';
export { PredictionEnding } from './prediction.ending.js';
export { parsePredictionId, predictionIdOf } from './prediction-id.js';
export { DescribeQuote, DescribeStart, DescribeStatus, PredictionIdParam } from './prediction.openapi.js';
export { PredictionPresenter } from './prediction.presenter.js';
export { PredictionStatusService, type Viewer, viewerOf } from './prediction-status.service.js';
export { WorkerPresence } from './worker-presence.js';
