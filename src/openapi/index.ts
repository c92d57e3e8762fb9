export { describeApi, serveOpenApi } from './openapi.js';
