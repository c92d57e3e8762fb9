export { serveDashboard } from './serve-dashboard.js';
export { serveManual } from './serve-manual.js';
