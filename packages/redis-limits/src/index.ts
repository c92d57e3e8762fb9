/** The public API of the package: the extension as its default export, and its parts for hosts that embed the service. */
export { createRedisPlugin, redisPlugin as default } from './plugin.js';
export { RedisLimitStore } from './redis.limit-store.js';
export { RedisNotices } from './redis.notices.js';
export type { RedisSettings } from './redis-settings.js';
