export { GenerationModule } from './generation.module.js';
export { PREDICTION_COLUMNS, type PredictionRow } from './prediction.js';
export { PredictionView } from './prediction.dto.js';
export { PredictionPresenter } from './prediction.presenter.js';
