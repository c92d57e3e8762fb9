import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';

/**
 * A directory for the files of one attempt, created on first use: most polls and many submits need none, and with thousands
 * of predictions in flight there are thousands of them a second. It is created synchronously, so that the path can be used
 * at once.
 */
export class ScratchDirectory {
  private isCreated = false;

  constructor(private readonly location: string) {}

  get path(): string {
    if (!this.isCreated) {
      mkdirSync(this.location, { recursive: true });
      this.isCreated = true;
    }
    return this.location;
  }

  /** Removes the directory and its files. */
  async remove(): Promise<void> {
    if (this.isCreated) await rm(this.location, { recursive: true, force: true });
  }
}
