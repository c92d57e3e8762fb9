import { Injectable } from '@nestjs/common';
import { LiveCredentials } from '../../admission/index.js';
import type { Credential, Disconnect } from '../../platform/http/index.js';
import { SettlementHub } from '../settlement/settlement-hub.js';

/** A wait for the end of predictions lasts no longer than the caller's credential is valid. */
@Injectable()
export class LongPolls {
  constructor(
    private readonly hub: SettlementHub,
    private readonly credentials: LiveCredentials,
  ) {}

  /** True while the process stops: respond with the current state. */
  get isClosed(): boolean {
    return this.hub.isClosed;
  }

  /** Also resolves when the time is up, the caller disconnects or its credential ends. */
  async wait(
    ids: readonly string[],
    milliseconds: number,
    disconnected: Disconnect,
    credential: Credential | null,
  ): Promise<void> {
    const wait = this.hub.wait(ids, milliseconds, disconnected);
    const release = this.credentials.watch(credential, wait.end);
    await wait.ended;
    release();
  }

  /** Must run before every delayed response. @throws 401 when the credential ended meanwhile. */
  async requireValid(credential: Credential | null): Promise<void> {
    return this.credentials.requireValid(credential);
  }
}
