import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Database, Listener as PostgresListener } from '@offprint/postgres';
import { LISTENER_NAME } from './process-list.sql.js';

/** Ends with the application. */
@Injectable()
export class Listener extends PostgresListener implements OnApplicationShutdown {
  constructor(database: Database) {
    super(database, { applicationName: LISTENER_NAME, logger: new Logger('listener') });
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }
}
