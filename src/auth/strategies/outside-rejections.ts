/** Logs one line a minute for each reason, so that rejected tokens cannot flood the log. */
import { Logger } from '@nestjs/common';

const LINE_EVERY_MS = 60_000;
const MAX_TEXT = 120;

export class OutsideRejections {
  private readonly logger = new Logger('identity-provider');
  private readonly loggedAtMs = new Map<string, number>();

  /** @param kind a text of the code or the library, never of a token. @param detail may have parts of the token that are no secret, such as the algorithm. */
  log(kind: string, detail: string): void {
    const now = performance.now();
    if (now - (this.loggedAtMs.get(kind) ?? -Infinity) < LINE_EVERY_MS) return;
    this.loggedAtMs.set(kind, now);
    this.logger.warn({ reason: detail.slice(0, 3 * MAX_TEXT) }, 'a token was rejected');
  }
}

/** Returns shortened JSON. */
export const shown = (value: unknown): string =>
  value === undefined ? 'none' : JSON.stringify(value).slice(0, MAX_TEXT);
