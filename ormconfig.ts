/**
 * The data source of TypeORM's command line (docs/migrations.md): the database that the service would use with these
 * settings, its schema left as it is. The service itself does not read this file.
 */
import 'reflect-metadata';
import { ConfigError, loadConfig } from './src/platform/config/index.js';
import { openServer, SchemaComparison } from './src/platform/database/index.js';
import { findEnvFileProblems, loadEnvFile } from './src/platform/env/index.js';

const problems = findEnvFileProblems();
if (problems.length > 0) throw new ConfigError(problems);
loadEnvFile(process.env);
const database = await openServer(loadConfig(process.env), () => {});

/** Stops the embedded server, when it was started for the command. */
class CommandDataSource extends SchemaComparison {
  override async destroy(): Promise<void> {
    await super.destroy().finally(() => database.close());
  }
}

export default new CommandDataSource(
  database.url,
  ['src', 'packages/request-log/src'].map((folder) => `${import.meta.dirname}/${folder}/**/*.entity.ts`),
);
