import { hostname } from 'node:os';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, queryableOf } from '@offprint/postgres';
import { Config } from '../config/index.js';
import { packageVersion } from '../env/index.js';
import { describeProcess, readDescription, type RunningProcess } from './process-description.js';
import { DESCRIBE_SESSION, LIST_PROCESSES } from './process-list.sql.js';
import { requireRelease } from './releases.js';
import { Listener } from './service-listener.js';

@Injectable()
export class ProcessList implements OnModuleInit {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly listener: Listener,
  ) {}

  /** A process without a role only runs a command. One that is visible from now on reads again whether its release may still run here. */
  async onModuleInit(): Promise<void> {
    const roles = (['api', 'worker'] as const).filter((role) => this.config.roles.has(role));
    if (roles.length === 0) return;
    const startedAt = new Date(Date.now() - process.uptime() * 1000);
    const own = { roles, version: packageVersion(), startedAt, pid: process.pid, host: hostname() };
    const name = describeProcess(own);
    await this.listener.hold(
      async (client) => {
        await queryableOf(client).run(DESCRIBE_SESSION, { name });
      },
      () => undefined,
    );
    await requireRelease(this.database);
  }

  /** A lost session can show a process twice for two seconds; the list names it once. */
  async list(): Promise<RunningProcess[]> {
    const rows = await this.database.list('system.processes', LIST_PROCESSES, {});
    const found = [...new Set(rows.map(({ name }) => name))].map(readDescription);
    return found
      .filter((one) => one !== null)
      .sort((a, b) => a.name.localeCompare(b.name) || a.startedAt.getTime() - b.startedAt.getTime());
  }
}
