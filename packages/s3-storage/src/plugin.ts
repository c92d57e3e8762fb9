/** The extension that replaces the port `AssetStorage`, with settings of the environment or of a host's code. */
import { Inject } from '@nestjs/common';
import { Config, type Plugin } from 'offprint';
import { S3AssetStorage } from './s3.asset-storage.js';
import { readSettings, resolveSettings, type S3Settings } from './s3-settings.js';

const NAME = '@offprint/s3-storage';

/** The storage with the settings of the `S3_…` variables. */
class ConfiguredS3AssetStorage extends S3AssetStorage {
  constructor(@Inject(Config) config: Config) {
    super(readSettings((name) => config.variable(name)));
  }
}

/** The extension for `PLUGINS=@offprint/s3-storage`: reads the `S3_…` variables. */
export const s3Plugin: Plugin = {
  name: NAME,
  replace: { AssetStorage: ConfiguredS3AssetStorage },
  checkSettings: (variable) => void readSettings(variable),
};

/** Creates the extension for `createApp`, with settings in code. @throws {ConfigError} for wrong ones. */
export function createS3Plugin(settings: S3Settings): Plugin {
  resolveSettings(settings);
  class WrittenS3AssetStorage extends S3AssetStorage {
    constructor() {
      super(settings);
    }
  }
  return { name: NAME, replace: { AssetStorage: WrittenS3AssetStorage } };
}
