import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { StorageUnavailable } from '../../assets/index.js';

/**
 * A directory for the files of one attempt, created on first use: most polls and many submits need none, and with thousands
 * of predictions in flight there are thousands of them a second. It is created synchronously, so that the path can be used
 * at once.
 */
export class ScratchDirectory {
  private isCreated = false;

  constructor(private readonly location: string) {}

  /** @throws {StorageUnavailable} */
  get path(): string {
    if (!this.isCreated) {
      try {
        mkdirSync(this.location, { recursive: true });
      } catch (error) {
        throw new StorageUnavailable(`The scratch directory cannot be written: ${String(error)}`, error);
      }
      this.isCreated = true;
    }
    return this.location;
  }

  /** Removes the directory and its files. */
  async remove(): Promise<void> {
    // One that cannot be removed now must not hide what the attempt has come to.
    if (this.isCreated) await rm(this.location, { recursive: true, force: true }).catch(() => undefined);
  }
}
