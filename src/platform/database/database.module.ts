import { Global, Module } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ConnectionBudget } from './connection-budget.js';
import { Database } from './database.js';
import { DatabaseHealth } from './database-health.js';
import { Listener } from './listener.js';
import { ProcessList } from './process-list.js';

/**
 * Owns access to PostgreSQL. `TypeOrmModule.forRoot` in `app.module.ts` opens the pool. `open-database.ts` starts the
 * embedded server, if there is one, before the application.
 */
@Global()
@Module({
  providers: [
    {
      provide: Database,
      inject: [getDataSourceToken()],
      useFactory: (source: DataSource) => new Database(source),
    },
    Listener,
    ConnectionBudget,
    DatabaseHealth,
    ProcessList,
  ],
  exports: [Database, DatabaseHealth, Listener, ProcessList],
})
export class DatabaseModule {}
