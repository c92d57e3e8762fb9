/** The contract of every asset storage, on S3. */
import { randomUUID } from 'node:crypto';
import { S3AssetStorage } from '@offprint/s3-storage';
import { assetStorageContract } from '../../src/testing/index.js';
import { S3Server } from './s3-server.js';

let server: S3Server;
beforeAll(async () => {
  server = await S3Server.start();
});
afterAll(() => server.stop());

const runner = { describe, it, beforeEach, afterEach };
for (const checksum of ['CRC32', 'SHA256', 'none'] as const)
  assetStorageContract(runner, {
    name: `S3 (checksum ${checksum})`,
    create: async () => {
      const settings = await server.createBucket(`b-${randomUUID()}`);
      const storage = new S3AssetStorage({ ...settings, checksum });
      return { storage, close: async () => storage.onApplicationShutdown() };
    },
  });
