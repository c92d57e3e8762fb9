import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { StorageUnavailable } from '../../assets/index.js';

/**
 * Creates the directory of an attempt on first use: most polls and many submits need none, and there can be thousands a second. It is
 * created synchronously, so that the path can be used at once.
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

  async remove(): Promise<void> {
    // A failed removal must not hide the result of the attempt.
    if (this.isCreated) await rm(this.location, { recursive: true, force: true }).catch(() => undefined);
  }
}
