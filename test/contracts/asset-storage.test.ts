/** The default storage of outputs, held to the contract of its port. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalDiskAssetStorage } from '../../src/index.js';
import { assetStorageContract } from '../../src/testing/index.js';

assetStorageContract(
  { describe, it, beforeEach, afterEach },
  {
    name: 'the local disk',
    create: async () => {
      const directory = await mkdtemp(join(tmpdir(), 'assets-'));
      const storage = new LocalDiskAssetStorage(join(directory, 'assets'));
      return { storage, close: () => rm(directory, { recursive: true, force: true }) };
    },
  },
);
