export { requestLogPlugin as default } from './plugin.js';
