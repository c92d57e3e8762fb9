import { Injectable } from '@nestjs/common';
import { Database, Listener, sql, statement } from '../database/index.js';
import { withTimeout } from '../time/index.js';

/**
 * Carries notices between the processes of an installation; a class of its own replaces the default.
 *
 * A notice is a hint. Its receivers poll the database at least once a second, so a lost notice delays something by a second
 * at most, and a notice may also arrive twice or in another order. Nothing is decided by one.
 */
export abstract class Notices {
  /**
   * Sends a message to every process that has subscribed to the channel; also to this one, if it has. Resolves when the
   * message has been handed over, and rejects when it was not. The service stops waiting after 2 s.
   * @param channel lower-case letters and underscores, at most 40 characters.
   * @param message at most 7,900 bytes of UTF-8; may be empty.
   */
  abstract publish(channel: string, message: string): Promise<void>;

  /**
   * Calls `handle` with each message that is sent to the channel from now on, until the process stops; also after the loss of
   * a connection. Several handlers of one channel are called each. Does not reject: it resolves when the channel is
   * subscribed, or at the latest after some seconds, and subscribes later when the server was away.
   */
  abstract subscribe(channel: string, handle: (message: string) => void): Promise<void>;
}

const NOTIFY = statement('platform.notify', {
  parameters: { channel: sql.text, message: sql.text },
  isPrepared: true,
  text: 'select pg_notify($channel, $message)',
});

/** NOTIFY runs on a pooled connection; the listener's connection receives. */
@Injectable()
export class PostgresNotices extends Notices {
  constructor(
    private readonly database: Database,
    private readonly listener: Listener,
  ) {
    super();
  }

  override async publish(channel: string, message: string): Promise<void> {
    await this.database.run(NOTIFY, { channel: nameOf(channel), message });
  }

  override async subscribe(channel: string, handle: (message: string) => void): Promise<void> {
    await this.listener.listen(nameOf(channel), handle);
  }
}

const nameOf = (channel: string): string => `offprint_${channel}`;

const LONGEST_MS = 2_000;

/** Bounds the time, so that no replacement of the port can stop its callers. @throws also when it takes longer. */
export async function sendNotice(notices: Notices, channel: string, message: string): Promise<void> {
  const lateError = () => new Error(`not sent within ${LONGEST_MS} ms`);
  await withTimeout(LONGEST_MS, notices.publish(channel, message), lateError);
}
