/** The public API of the package: the extension as its default export. */
export { requestLogPlugin as default } from './plugin.js';
