import { Global, Module } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Database } from './database.js';
import { Listener } from './listener.js';

/**
 * Owns the way to PostgreSQL. The connection itself is made by `TypeOrmModule.forRoot` in `app.module.ts`; the
 * server, when the service runs its own, is started before the application by `open-database.ts`.
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
  ],
  exports: [Database, Listener],
})
export class DatabaseModule {}
