import { Injectable } from '@nestjs/common';
import { LiveCredentials } from '../../admission/index.js';
import type { Credential } from '../../http/index.js';
import { SettlementHub } from '../store/settlement-hub.js';

/** Waits for a caller until a prediction is settled, and no longer than the caller's credential is good. */
@Injectable()
export class LongPolls {
  constructor(
    private readonly hub: SettlementHub,
    private readonly credentials: LiveCredentials,
  ) {}

  /** True once the process is stopping: answer with the present state. */
  get isClosed(): boolean {
    return this.hub.isClosed;
  }

  /** Resolves when the prediction is settled, the time is up, the caller is gone or its credential has ended. */
  async wait(
    id: string,
    milliseconds: number,
    gone: AbortSignal,
    credential: Credential | null,
  ): Promise<void> {
    const watch = this.credentials.watch(credential);
    try {
      await this.hub.wait(id, milliseconds, AbortSignal.any([gone, watch.ended]));
    } finally {
      watch.release();
    }
  }

  /** Run before every answer that was waited for. @throws 401 when the credential ended meanwhile. */
  async expectGood(credential: Credential | null): Promise<void> {
    return this.credentials.expectGood(credential);
  }
}
