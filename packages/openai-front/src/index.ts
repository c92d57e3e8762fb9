/** The public API of the package: the extension as its default export, and what creates it in a host's code. */
export type { FrontSettings } from './front-settings.js';
export { createOpenAiFrontPlugin, openAiFrontPlugin as default } from './plugin.js';
