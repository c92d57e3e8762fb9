export type { CheckedRequest } from './api/checked-request.js';
export type { GenerateBody, StartedBody, WarningBody } from './api/generate.dto.js';
export { GenerationService, type Requester, type Started } from './api/generation.service.js';
export { GenerationApiModule } from './api/generation-api.module.js';
export { requireModel } from './api/model-scope.js';
export { Moderation, NoModeration, type Review } from './api/moderation.js';
export {
  type FailureBody,
  type MissingPrediction,
  type NotFoundBody,
  type OutputBody,
  type OutputMarkBody,
  PredictionView,
  type QueueBody,
  StatusBody,
  type StatusesBody,
  type TimelineEntry,
} from './api/prediction.dto.js';
export {
  DescribeCancellation,
  DescribeDeletion,
  DescribeQuote,
  DescribeStart,
  DescribeStatus,
  PredictionIdParam,
} from './api/prediction.openapi.js';
export { PredictionPresenter, timelineOf } from './api/prediction.presenter.js';
export { StartQuery, StatusQuery, type WaitQuery } from './api/prediction-queries.dto.js';
export { PredictionResponses } from './api/prediction-responses.js';
export { PredictionStatusService, type Viewer, viewerOf } from './api/prediction-status.service.js';
export { ListPrice, type PricedRequest, PriceRule } from './api/price-rule.js';
export type { QuoteBody, QuoteRefusalBody } from './api/quote.dto.js';
export { InlineInputs } from './creation/inline-inputs.js';
export { CircuitView } from './engines/admin-providers.dto.js';
export { AdminProvidersModule } from './engines/admin-providers.module.js';
export { showCircuit } from './engines/admin-providers.service.js';
export { type Circuit, type CircuitState } from './engines/circuit.js';
export { EnginesModule } from './engines/engines.module.js';
export { ProviderCircuits } from './engines/provider-circuits.js';
export { IS_MISDATED } from './misdated.sql.js';
export { type FilesReport, type LostFile, StoredFiles } from './outputs/stored-files.js';
export { WorkerDisk } from './outputs/worker-disk.js';
export { PREDICTIONS_DATA } from './personal-data.js';
export { COUNT_PROCESSING } from './personal-data.sql.js';
export { PredictionEntity } from './prediction.entity.js';
export { PredictionExport } from './prediction.export.js';
export {
  PREDICTION_COLUMNS,
  PREDICTION_ROW,
  type PredictionRow,
  type PredictionStatus,
  type TimelineEventName,
} from './prediction.js';
export { PredictionReader } from './prediction.reader.js';
export { PredictionsModule } from './predictions.module.js';
export { IsolatedProgram } from './queue/isolated-program.js';
export { QueueState } from './queue/queue-state.js';
export { WorkerPresence } from './queue/worker-presence.js';
export { COMMON_FIELDS } from './request-fields.js';
export { PredictionEnding } from './settlement/prediction.ending.js';
export { PredictionErasure } from './settlement/prediction.erasure.js';
export { GenerationWorkerModule } from './worker/generation-worker.module.js';
export { IsolatedWorker } from './worker/isolated-worker.js';
export { IsolatedWorkerModule } from './worker/isolated-worker.module.js';
export { OverdueModule } from './worker/overdue.module.js';
