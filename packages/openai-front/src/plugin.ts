/** The extension that serves OpenAI's routes, with settings of the environment or of a host's code. */
import type { Plugin } from 'offprint';
import { AliasFacts } from './alias-facts.js';
import { FrontModule } from './front.module.js';
import {
  type FrontSettings,
  readSettings,
  type ResolvedSettings,
  resolveSettings,
} from './front-settings.js';
import { TAGS } from './operations.openapi.js';
import { AddAccounts1796500000000, CreateRetries1795600000000 } from './retries.sql.js';
import { RetriesErasure } from './retries-erasure.js';
import { RetriesRemovalModule } from './retries-sweeper.js';

/** The extension for `PLUGINS=@offprint/openai-front`: reads the `OPENAI_FRONT_…` variables. */
export const openAiFrontPlugin: Plugin = {
  ...pluginWith(),
  checkSettings: (variable, catalogue) => void readSettings(variable, catalogue?.entries),
};

/** Creates the extension for `createApp`, with settings in code. @throws {ConfigError} for wrong ones. */
export function createOpenAiFrontPlugin(settings: FrontSettings = {}): Plugin {
  return pluginWith(resolveSettings(settings));
}

function pluginWith(settings?: ResolvedSettings): Plugin {
  return {
    name: '@offprint/openai-front',
    plugins: [FrontModule.forRoot(settings)],
    workerPlugins: [RetriesRemovalModule],
    erasures: [RetriesErasure],
    facts: [AliasFacts],
    tags: TAGS,
    schemas: [{ name: 'openai_front', migrations: [CreateRetries1795600000000, AddAccounts1796500000000] }],
  };
}
