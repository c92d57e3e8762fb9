/** The extension that replaces the port `Moderation`, with settings of the environment or of a host's code. */
import { Inject } from '@nestjs/common';
import { Config, type Plugin } from 'offprint';
import { type ModerationSettings, readSettings, resolveSettings } from './moderation-settings.js';
import { RequestModeration } from './request.moderation.js';
import { readWordLists } from './word-lists.js';

const NAME = '@offprint/moderation';

/** The moderation with the settings of the `MODERATION_…` variables. */
class ConfiguredModeration extends RequestModeration {
  constructor(@Inject(Config) config: Config) {
    super(readSettings((name) => config.variable(name)));
  }
}

/** The extension for `PLUGINS=@offprint/moderation`: reads the `MODERATION_…` variables. */
export const moderationPlugin: Plugin = {
  name: NAME,
  replace: { Moderation: ConfiguredModeration },
  checkSettings: (variable) => {
    const { lists } = readSettings(variable);
    if (lists !== undefined) readWordLists(lists);
  },
};

/** Creates the extension for `createApp`, with settings in code. @throws {ConfigError} for wrong ones. */
export function createModerationPlugin(settings: ModerationSettings): Plugin {
  resolveSettings(settings);
  class WrittenModeration extends RequestModeration {
    constructor() {
      super(settings);
    }
  }
  return { name: NAME, replace: { Moderation: WrittenModeration } };
}
