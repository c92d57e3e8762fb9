export { HistoryModule } from './history.module.js';
export { HistoryReader } from './history.reader.js';
