// What the blocks of docs/testing.md import: the storage of their reader.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalDiskAssetStorage } from 'offprint';

export class MyStorage extends LocalDiskAssetStorage {
  constructor() {
    super(mkdtempSync(join(tmpdir(), 'offprint-docs-storage-')));
  }
}
