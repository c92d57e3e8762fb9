import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';

/**
 * A directory for the files of one attempt, made when it is first asked for: most polls, and many submits, need none,
 * and with thousands of predictions in flight they are thousands a second. Making it does not wait for other work on
 * the disk, so whoever reads the path may use it at once.
 */
export class ScratchDirectory {
  private made = false;

  constructor(private readonly location: string) {}

  get path(): string {
    if (!this.made) {
      mkdirSync(this.location, { recursive: true });
      this.made = true;
    }
    return this.location;
  }

  /** With everything in it. */
  async remove(): Promise<void> {
    if (this.made) await rm(this.location, { recursive: true, force: true });
  }
}
