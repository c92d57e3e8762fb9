/** For `ormconfig.ts` and for the test that fails when entities and migrations drift; the service does not load it. */
import type { DataSource, DataSourceOptions } from 'typeorm';
import { MigrationDataSource } from './migrate.js';

type SchemaBuilder = ReturnType<DataSource['driver']['createSchemaBuilder']>;
type Statements = Awaited<ReturnType<SchemaBuilder['log']>>['upQueries'];

/** Reported as different, because TypeORM lower-cases the entity's default and removes casts from the table's. */
const MISREAD_DEFAULTS =
  /^ALTER TABLE "(budgets" ALTER COLUMN "buckets|installation" ALTER COLUMN "ledger_id_key)" SET DEFAULT /;

export class SchemaComparison extends MigrationDataSource {
  constructor(url: string, entities: DataSourceOptions['entities']) {
    super(url, entities);
    const { driver } = this;
    const create = driver.createSchemaBuilder.bind(driver);
    driver.createSchemaBuilder = () => withoutMisreadDefaults(create());
  }

  /** None while the schema and the entities agree. */
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
