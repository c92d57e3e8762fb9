/** The extension that replaces the ports `LimitStore` and `Notices`, with settings of the environment or of a host's code. */
import { Inject } from '@nestjs/common';
import { Config, type Plugin } from 'offprint';
import { RedisLimitStore } from './redis.limit-store.js';
import { RedisNotices } from './redis.notices.js';
import { readSettings, type RedisSettings, resolveSettings } from './redis-settings.js';

const NAME = '@offprint/redis-limits';

/** The limit store with the settings of the `REDIS_…` variables. */
class ConfiguredRedisLimitStore extends RedisLimitStore {
  constructor(@Inject(Config) config: Config) {
    super(readSettings((name) => config.variable(name)));
  }
}

/** The notices with the settings of the `REDIS_…` variables. */
class ConfiguredRedisNotices extends RedisNotices {
  constructor(@Inject(Config) config: Config) {
    super(readSettings((name) => config.variable(name)));
  }
}

/** The extension for `PLUGINS=@offprint/redis-limits`: reads the `REDIS_…` variables. */
export const redisPlugin: Plugin = {
  name: NAME,
  replace: { LimitStore: ConfiguredRedisLimitStore, Notices: ConfiguredRedisNotices },
  checkSettings: (variable) => void readSettings(variable),
};

/** Creates the extension for `createApp`, with settings in code. @throws {ConfigError} for wrong ones. */
export function createRedisPlugin(settings: RedisSettings): Plugin {
  resolveSettings(settings);
  class WrittenRedisLimitStore extends RedisLimitStore {
    constructor() {
      super(settings);
    }
  }
  class WrittenRedisNotices extends RedisNotices {
    constructor() {
      super(settings);
    }
  }
  return { name: NAME, replace: { LimitStore: WrittenRedisLimitStore, Notices: WrittenRedisNotices } };
}
