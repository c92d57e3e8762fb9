import { withTimeout } from '../time/index.js';
import type { Notices } from './notices.js';

const LONGEST_MS = 2_000;

/** Publishes a notice and bounds the time, so that no replacement of the port can stop its callers. @throws also when it takes longer. */
export async function sendNotice(notices: Notices, channel: string, message: string): Promise<void> {
  const lateError = () => new Error(`not sent within ${LONGEST_MS} ms`);
  await withTimeout(LONGEST_MS, notices.publish(channel, message), lateError);
}
