/** For TypeORM's command line: `npm run migration:generate` shows whether an entity and the schema have drifted. */
import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { AccountEntity, UserEntity } from './src/accounts/index.js';
import { dataSourceOptions } from './src/database/data-source.js';
import { ApiKeyEntity } from './src/keys/index.js';

export default new DataSource(
  dataSourceOptions(process.env.DATABASE_URL ?? '', [AccountEntity, UserEntity, ApiKeyEntity]),
);
