import type { Notices } from './notices.js';

const LONGEST_MS = 2_000;

/** Publishes a notice and bounds the time, so that no replacement of the port can stop its callers. @throws also when it takes longer. */
export async function sendNotice(notices: Notices, channel: string, message: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not sent within ${LONGEST_MS} ms`)), LONGEST_MS);
  });
  await Promise.race([notices.publish(channel, message), late]).finally(() => clearTimeout(timer));
}
