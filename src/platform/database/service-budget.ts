import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ConnectionBudget, type Connections, readConnections as read, SetupError } from '@offprint/postgres';
import { Config } from '../config/index.js';
import { APPLICATION_NAME } from './data-source.js';
import { Listener } from './service-listener.js';

/** Uses a connection of its own, because a supervisor has no pool. */
export const readConnections = (url: string): Promise<Connections> => read(url, APPLICATION_NAME);

/** @param who needs them: "this process" */
export function describeShortage({ usable, declared }: Connections, who: string, needed: number): string {
  const others = declared > 0 ? ` beside the ${declared} of the running processes` : '';
  return `PostgreSQL bears ${usable} connections of this service, and ${who} needs ${needed}${others}: raise max_connections (or the limit of the role or the database), lower DATABASE_CONNECTIONS, or run fewer processes.`;
}

@Injectable()
export class ServiceBudget implements OnModuleInit {
  constructor(
    private readonly config: Config,
    private readonly listener: Listener,
  ) {}

  /** @throws {SetupError} when the server does not bear the connections of one more process. */
  async onModuleInit(): Promise<void> {
    const { roles, database } = this.config;
    if (roles.size === 0) return;
    const { serverConnections: needed } = database;
    const found = await new ConnectionBudget(this.listener, needed).declare();
    if (found) throw new SetupError(describeShortage(found, 'this process', needed));
  }
}
