import { Injectable, Logger } from '@nestjs/common';

/** `up` or `down`, by the name of the check. */
export type Checks = Record<string, string>;

/** Logs one line per change of readiness, however often it is probed. */
@Injectable()
export class ReadinessLog {
  private readonly logger = new Logger('health');
  private failed = '';

  record(checks: Checks): void {
    const failed = Object.keys(checks)
      .filter((name) => checks[name] === 'down')
      .join(', ');
    if (failed === this.failed) return;
    this.failed = failed;
    if (failed === '') this.logger.log({ checks }, 'ready again');
    else this.logger.error({ checks }, `not ready: ${failed}`);
  }
}
