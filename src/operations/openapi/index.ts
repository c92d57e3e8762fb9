export { serveOpenApi } from './serve-openapi.js';
