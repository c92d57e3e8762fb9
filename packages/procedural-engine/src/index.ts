/** The public API of the package: the extension as its default export, and the engine without the service. */
export { builtInEnginePlugin as default } from './plugin.js';
export * from './standalone.js';
