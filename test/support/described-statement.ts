/** Asks PostgreSQL for the parameters and columns of a statement, which it does not run. */
import type pg from 'pg';

export interface Description {
  /** The ids of the types of the parameters. */
  parameters: number[];
  columns: {
    name: string;
    typeId: number;
    /** Null where the column is none of a table. */
    isNullable: boolean | null;
  }[];
}

interface Field {
  name: string;
  tableID: number;
  columnID: number;
  dataTypeID: number;
}

/** Parse and Describe, which the driver sends only together with Bind. */
class DescribeQuery {
  readonly text: string;
  private parameters: number[] = [];
  private fields: Field[] = [];
  readonly described: Promise<{ parameters: number[]; fields: Field[] }>;
  private resolve!: (found: { parameters: number[]; fields: Field[] }) => void;
  private reject!: (error: Error) => void;

  constructor(text: string) {
    this.text = text;
    this.described = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  submit(connection: pg.Connection): void {
    const protocol = connection as unknown as {
      once(event: string, listener: (message: { dataTypeIDs: number[] }) => void): void;
      parse(query: { text: string }): void;
      describe(message: { type: 'S'; name: string }): void;
      sync(): void;
    };
    protocol.once('parameterDescription', ({ dataTypeIDs }) => (this.parameters = dataTypeIDs));
    protocol.parse({ text: this.text });
    protocol.describe({ type: 'S', name: '' });
    protocol.sync();
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.fields = fields;
  }

  handleError(error: Error): void {
    this.reject(error);
  }

  handleReadyForQuery(): void {
    this.resolve({ parameters: this.parameters, fields: this.fields });
  }
}

export async function describeStatement(client: pg.Client, text: string): Promise<Description> {
  const query = new DescribeQuery(text);
  client.query(query as unknown as pg.Submittable);
  const { parameters, fields } = await query.described;
  const { rows } = await client.query<{ attrelid: string; attnum: number; attnotnull: boolean }>(
    `select attrelid::text, attnum, attnotnull from pg_attribute where attrelid = any($1::oid[])`,
    [fields.map(({ tableID }) => tableID)],
  );
  const isNullable = ({ tableID, columnID }: Field) => {
    const column = rows.find(({ attrelid, attnum }) => Number(attrelid) === tableID && attnum === columnID);
    return column ? !column.attnotnull : null;
  };
  return {
    parameters,
    columns: fields.map((field) => ({
      name: field.name,
      typeId: field.dataTypeID,
      isNullable: isNullable(field),
    })),
  };
}

/** Returns the names of types by their ids, as PostgreSQL writes them. */
export async function typeNames(client: pg.Client, ids: number[]): Promise<Map<number, string>> {
  const { rows } = await client.query<{ id: number; name: string }>(
    'select id, format_type(id, null) as name from unnest($1::oid[]) as t (id)',
    [ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
