export { withTimeout } from './with-timeout.js';
