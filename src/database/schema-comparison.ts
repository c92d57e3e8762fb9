/**
 * The data source that knows every entity: compares them with the schema that the migrations made. Used by
 * `ormconfig.ts` and by the test that fails when they drift; the service never loads it.
 */
import type { DataSource, DataSourceOptions } from 'typeorm';
import { MigrationDataSource } from './migrate.js';

type SchemaBuilder = ReturnType<DataSource['driver']['createSchemaBuilder']>;
type Statements = Awaited<ReturnType<SchemaBuilder['log']>>['upQueries'];

/**
 * Defaults that are the same on both sides and that TypeORM reads differently from the catalogue: it lower-cases the
 * entity's and removes casts from the table's. docs/schema.sql holds them.
 */
const MISREAD_DEFAULTS =
  /^ALTER TABLE "(rate_windows" ALTER COLUMN "buckets|installation" ALTER COLUMN "ledger_id_key)" SET DEFAULT /;

export class SchemaComparison extends MigrationDataSource {
  constructor(url: string, entities: DataSourceOptions['entities']) {
    super(url, entities);
    const { driver } = this;
    const create = driver.createSchemaBuilder.bind(driver);
    driver.createSchemaBuilder = () => withoutMisreadDefaults(create());
  }

  /** Statements that would make the schema what the entities say: none while they agree. */
  async differences(): Promise<string[]> {
    const { upQueries } = await this.driver.createSchemaBuilder().log();
    return upQueries.map(({ query }) => query);
  }
}

function withoutMisreadDefaults(builder: SchemaBuilder): SchemaBuilder {
  const log = builder.log.bind(builder);
  const keep = (statements: Statements) => statements.filter(({ query }) => !MISREAD_DEFAULTS.test(query));
  builder.log = async () => {
    const statements = await log();
    statements.upQueries = keep(statements.upQueries);
    statements.downQueries = keep(statements.downQueries);
    return statements;
  };
  return builder;
}
