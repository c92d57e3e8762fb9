/**
 * Whether this worker can write its files: its scratch directory and, unless all processes share it over a network, the storage of
 * outputs. A worker that cannot claims nothing: its steps would fail in a moment, and the worst machine would be the fastest worker.
 * See docs/decisions/0079-own-faults-of-the-disk.md.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { AssetStorage, type StorageUnavailable } from '../../assets/index.js';
import { Config } from '../../config/index.js';

/** Between two checks. */
const CHECK_MS = 2_000;
/** A disk that takes longer is away. */
const LONGEST_CHECK_MS = 2_000;
/** After a fault nothing is claimed for so long, doubled each time until a result is stored: a small file may still fit. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

@Injectable()
export class WorkerDisk implements OnApplicationShutdown {
  private readonly logger = new Logger('worker');
  private isUp = true;
  private faults = 0;
  private pausedUntilMs = -Infinity;
  private timer?: NodeJS.Timeout;
  private isStopped = false;
  private onWritable: () => void = () => undefined;

  constructor(
    private readonly config: Config,
    private readonly storage: AssetStorage,
  ) {}

  /** False while nothing may be claimed. */
  get isWritable(): boolean {
    return this.isUp;
  }

  /** Checks now and from now on. @param onWritable is called when files can be written again. */
  async watch(onWritable: () => void): Promise<void> {
    this.onWritable = onWritable;
    await this.check();
  }

  /** A step could not write its files. */
  reportFault(fault: StorageUnavailable): void {
    // Steps that fail together are one fault.
    if (!this.isUp) return;
    this.pausedUntilMs = performance.now() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.faults);
    this.faults += 1;
    this.close(fault);
  }

  /** A step has stored its files. */
  reportWritten(): void {
    this.faults = 0;
  }

  onApplicationShutdown(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private async check(): Promise<void> {
    const fault = await this.probe();
    if (fault) this.close(fault);
    else if (!this.isUp && performance.now() >= this.pausedUntilMs) {
      this.isUp = true;
      this.logger.log('its files can be written again');
      this.onWritable();
    }
    if (!this.isStopped) this.timer = setTimeout(() => void this.check(), CHECK_MS).unref();
  }

  private close(fault: Error): void {
    if (!this.isUp) return;
    this.isUp = false;
    this.logger.error(`claims nothing while its files cannot be written: ${fault.message}`);
  }

  /** @returns why files cannot be written; null when they can. */
  private async probe(): Promise<Error | null> {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<Error>((resolve) => {
      timer = setTimeout(() => resolve(new Error('the disk does not answer')), LONGEST_CHECK_MS);
    });
    const written = Promise.all([
      checkDirectory(join(this.config.dataDirectory, 'scratch')),
      ...(this.storage.isShared ? [] : [this.storage.check()]),
    ]).then(
      () => null,
      (error: unknown) => error as Error,
    );
    try {
      return await Promise.race([written, tooLong]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Writes, flushes and renames a small file. */
async function checkDirectory(directory: string): Promise<void> {
  const path = join(directory, `upload-check-${randomUUID()}`);
  const renamed = `${path}-renamed`;
  await mkdir(directory, { recursive: true });
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile('writable?');
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(path, renamed);
  } finally {
    await Promise.all([path, renamed].map((one) => rm(one, { force: true }).catch(() => undefined)));
  }
}
