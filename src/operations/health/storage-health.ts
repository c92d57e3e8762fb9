import { Injectable } from '@nestjs/common';
import { AssetStorage } from '../../assets/index.js';
import { Metrics } from '../../platform/metrics/index.js';
import { withTimeout } from '../../platform/time/index.js';

/** A storage that takes longer is away: its libraries repeat requests for much longer. */
const CHECK_MS = 2_000;

/** Concurrent calls share one check. */
@Injectable()
export class StorageHealth {
  private checking?: Promise<boolean>;

  constructor(
    private readonly storage: AssetStorage,
    metrics: Metrics,
  ) {
    const up = metrics.gauge('storage_up', '1 when outputs can be stored now.', [], 'min');
    metrics.onRead([up], async () => up.set((await this.isUp()) ? 1 : 0));
  }

  /** A storage of all processes that is away makes no single one of them unready: each still serves all but files. */
  get isShared(): boolean {
    return this.storage.isShared === true;
  }

  async isUp(): Promise<boolean> {
    this.checking ??= this.storage
      .check()
      .then(
        () => true,
        () => false,
      )
      .finally(() => (this.checking = undefined));
    return withTimeout(CHECK_MS, this.checking).catch(() => false);
  }
}
