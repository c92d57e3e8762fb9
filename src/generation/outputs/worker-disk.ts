/**
 * Checks the scratch directory and, unless all processes share it over a network, the storage of outputs. A worker that cannot write claims
 * nothing: its steps would fail in a moment, and the worst machine would be the fastest worker. A result that is larger than what is left
 * keeps the worker open while ordinary results fit. See docs/decisions/workers-and-crashes.md.
 */
import { join } from 'node:path';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import {
  AssetStorage,
  checkWritable,
  freeBytesOf,
  StorageFull,
  type StorageUnavailable,
} from '../../assets/index.js';
import { Config } from '../../platform/config/index.js';
import { ROUNDS } from '../../platform/schedule/index.js';
import { withTimeout } from '../../platform/time/index.js';

/** A disk that takes longer is away. */
const LONGEST_CHECK_MS = 2_000;
/** Nothing is claimed for so long after a fault, doubled each time until a result is stored: a small file may still fit. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** The sizes that decide what is ordinary. */
const REMEMBERED = 20;
const ORDINARY_SHARE = 0.9;
/** The size of an ordinary result before the first one, and at least. */
const FIRST_ORDINARY_BYTES = 1024 * 1024;
const MIN_ORDINARY_BYTES = 64 * 1024;
/** A result is in the scratch directory and in the storage at once, and others are being stored. */
const ROOM_FACTOR = 4;

@Injectable()
export class WorkerDisk implements OnApplicationShutdown {
  private readonly logger = new Logger('worker');
  private isUp = true;
  private faults = 0;
  /** The oldest come first. */
  private readonly sizes: number[] = [];
  private pausedUntilMs = -Infinity;
  private judging?: Promise<boolean>;
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

  /** @param onWritable is called when files can be written again. */
  async watch(onWritable: () => void): Promise<void> {
    this.onWritable = onWritable;
    await this.check();
  }

  /**
   * Nothing is claimed until the reason is known.
   * @returns whether only this step lacks space: ordinary results still fit, and others are claimed.
   */
  async reportFault(fault: StorageUnavailable): Promise<boolean> {
    if (this.isUp) {
      this.isUp = false;
      this.judging = this.judge(fault);
    }
    // Steps that fail together are one fault.
    return (await this.judging) ?? false;
  }

  reportWritten(bytes: number): void {
    this.faults = 0;
    this.sizes.push(bytes);
    if (this.sizes.length > REMEMBERED) this.sizes.shift();
  }

  onApplicationShutdown(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  /** Closes for a pause, unless ordinary results fit. */
  private async judge(fault: StorageUnavailable): Promise<boolean> {
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.faults);
    this.pausedUntilMs = performance.now() + pauseMs;
    if (await this.hasRoom(fault)) {
      this.pausedUntilMs = -Infinity;
      this.open();
      return true;
    }
    this.faults += 1;
    this.logClosed(fault);
    return false;
  }

  /** A quota (EDQUOT) is not visible here. */
  private async hasRoom(fault: StorageUnavailable): Promise<boolean> {
    if (!(fault instanceof StorageFull) || fault.code !== 'ENOSPC' || (await this.probe())) return false;
    const stores = this.storage.isShared ? [] : [this.storage.freeBytes?.() ?? Infinity];
    try {
      const free = await Promise.all([freeBytesOf(this.scratch), ...stores]);
      return Math.min(...free) >= this.ordinaryBytes * ROOM_FACTOR;
    } catch {
      return false;
    }
  }

  private get ordinaryBytes(): number {
    const sorted = this.sizes.toSorted((a, b) => a - b);
    return Math.max(
      MIN_ORDINARY_BYTES,
      sorted[Math.floor(sorted.length * ORDINARY_SHARE)] ?? FIRST_ORDINARY_BYTES,
    );
  }

  private get scratch(): string {
    return join(this.config.dataDirectory, 'scratch');
  }

  private async check(): Promise<void> {
    const fault = await this.probe();
    if (fault) this.close(fault);
    else if (!this.isUp && performance.now() >= this.pausedUntilMs) {
      this.logger.log('its files can be written again');
      this.open();
    }
    if (this.isStopped) return;
    this.timer = setTimeout(() => void this.check(), ROUNDS['check-disk'].everyMs).unref();
  }

  private close(fault: Error): void {
    if (!this.isUp) return;
    this.isUp = false;
    this.judging = undefined;
    this.logClosed(fault);
  }

  private open(): void {
    this.isUp = true;
    this.onWritable();
  }

  private logClosed(fault: Error): void {
    this.logger.error(`claims nothing while its files cannot be written: ${fault.message}`);
  }

  /** @returns why files cannot be written; null when they can. */
  private async probe(): Promise<Error | null> {
    const written = Promise.all([
      checkWritable(this.scratch),
      ...(this.storage.isShared ? [] : [this.storage.check()]),
    ]);
    return withTimeout(LONGEST_CHECK_MS, written, () => new Error('the disk does not answer')).then(
      () => null,
      (error: unknown) => error as Error,
    );
  }
}
