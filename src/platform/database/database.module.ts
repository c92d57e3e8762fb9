import { Global, Module } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import { Database, DatabaseHealth } from '@offprint/postgres';
import { DataSource } from 'typeorm';
import { MigrationState } from './migration-state.js';
import { ProcessList } from './process-list.js';
import { ServiceBudget } from './service-budget.js';
import { Listener } from './service-listener.js';

/** `TypeOrmModule.forRoot` in `app.module.ts` opens the pool. `open-database.ts` starts the embedded server, if there is one, before. */
@Global()
@Module({
  providers: [
    {
      provide: Database,
      inject: [getDataSourceToken()],
      useFactory: (source: DataSource) => new Database(source),
    },
    {
      provide: DatabaseHealth,
      inject: [Database],
      useFactory: (database: Database) => new DatabaseHealth(database),
    },
    Listener,
    ServiceBudget,
    ProcessList,
    MigrationState,
  ],
  exports: [Database, DatabaseHealth, Listener, ProcessList, MigrationState],
})
export class DatabaseModule {}
