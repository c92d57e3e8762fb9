import { Injectable } from '@nestjs/common';
import { Database, Listener } from '../database/index.js';
import { Notices } from './notices.js';

/** Sends notices with NOTIFY on a pooled connection, and receives them on the listener's connection. */
@Injectable()
export class PostgresNotices extends Notices {
  constructor(
    private readonly database: Database,
    private readonly listener: Listener,
  ) {
    super();
  }

  override async publish(channel: string, message: string): Promise<void> {
    await this.database.prepared(`announce-${channel}`, 'select pg_notify($1, $2)', [
      nameOf(channel),
      message,
    ]);
  }

  override async subscribe(channel: string, handle: (message: string) => void): Promise<void> {
    await this.listener.listen(nameOf(channel), handle);
  }
}

const nameOf = (channel: string): string => `offprint_${channel}`;
