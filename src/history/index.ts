export { AllPredictionsReader, type OwnedEntry } from './all-predictions.reader.js';
export { HistoryEntry, HistoryQuery, HistorySearchQuery } from './history.dto.js';
export { HistoryModule } from './history.module.js';
export { HistoryReader } from './history.reader.js';
export { DRIFT_MS } from './id-times.js';
