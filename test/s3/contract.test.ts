/** The contract of every asset storage, on S3. */
import { randomUUID } from 'node:crypto';
import { S3AssetStorage } from '@offprint/s3-storage';
import { describeAssetStorage } from '../contracts/asset-storage.contract.js';
import { S3Server } from './s3-server.js';

let server: S3Server;
beforeAll(async () => {
  server = await S3Server.start();
});
afterAll(() => server.stop());

for (const checksum of ['CRC32', 'SHA256', 'none'] as const)
  describeAssetStorage(`S3 (checksum ${checksum})`, async () => {
    const settings = await server.createBucket(`b-${randomUUID()}`);
    const storage = new S3AssetStorage({ ...settings, checksum });
    return { storage, close: async () => storage.onApplicationShutdown() };
  });
