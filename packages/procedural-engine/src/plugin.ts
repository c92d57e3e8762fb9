/** The extension that brings the built-in engine. The service loads it unless BUILT_IN_ENGINE=off. */
import type { Plugin } from 'offprint';
import { EmbeddedProvider } from './embedded.provider.js';

export const builtInEnginePlugin: Plugin = {
  name: '@offprint/procedural-engine',
  providers: [EmbeddedProvider],
};
