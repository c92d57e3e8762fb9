/** The contracts of limit stores and of notices, on Redis. */
import { randomUUID } from 'node:crypto';
import { RedisLimitStore, RedisNotices } from '@offprint/redis-limits';
import { RedisServer } from '../../prove/harness/redis/redis-server.mjs';
import { limitStoreContract, noticesContract } from '../../src/testing/index.js';

let server: RedisServer;
beforeAll(async () => {
  server = await RedisServer.start({ hasClock: true });
});
afterAll(() => server.stop());

const runner = { describe, it, beforeEach, afterEach };

limitStoreContract(runner, {
  name: 'Redis',
  create: async () => {
    const stores: [RedisLimitStore, RedisLimitStore] = [
      new RedisLimitStore({ url: server.url }),
      new RedisLimitStore({ url: server.url }),
    ];
    for (const store of stores) await store.onModuleInit();
    return {
      stores,
      advance: (ms) => server.advance(ms),
      close: async () => {
        for (const store of stores) store.onApplicationShutdown();
        return Promise.resolve();
      },
    };
  },
  hasClock: true,
});

noticesContract(runner, {
  name: 'Redis',
  create: async () => {
    const settings = { url: server.url, prefix: `${randomUUID()}:` };
    const processes: [RedisNotices, RedisNotices] = [new RedisNotices(settings), new RedisNotices(settings)];
    for (const notices of processes) await notices.onModuleInit();
    return {
      processes,
      disconnect: async () => {
        for (const type of ['normal', 'pubsub']) await server.command('CLIENT', 'KILL', 'TYPE', type);
      },
      close: async () => {
        for (const notices of processes) notices.onApplicationShutdown();
        return Promise.resolve();
      },
    };
  },
  canDisconnect: true,
});
