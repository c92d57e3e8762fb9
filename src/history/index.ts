export { AdminPredictionsModule } from './admin-predictions.module.js';
export { DashboardPredictionsModule } from './dashboard-predictions.module.js';
export { DashboardPredictions } from './dashboard-predictions.service.js';
export { HistoryEntry, HistoryQuery, HistorySearchQuery } from './history.dto.js';
export { HistoryModule } from './history.module.js';
export { HistoryReader } from './history.reader.js';
export { DRIFT_MS } from './id-times.js';
export { DashboardPrediction } from './predictions.dto.js';
