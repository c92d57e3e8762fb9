/** A type of a column (`Out` is read) or of a parameter (`In` is sent). */
export class SqlType<Out, In = Out> {
  declare readonly out: Out;
  declare readonly in: In;

  /** @param excludesNull the column can be null, but the statement returns no row in which it is. */
  constructor(
    readonly name: string,
    readonly isNullable = false,
    readonly excludesNull = false,
  ) {}

  get orNull(): SqlType<Out | null, In | null> {
    return new SqlType(this.name, true);
  }

  /** Of a column that can be null, in a statement that returns no row in which it is. */
  get notNull(): SqlType<Out, In> {
    return new SqlType(this.name, false, true);
  }

  get array(): SqlType<Out[], readonly In[]> {
    return new SqlType(`${this.name}[]`);
  }

  /** Narrows the type of TypeScript to the words of a column, or to the shape of its JSON. */
  as<T extends Out>(): SqlType<T, In> {
    return new SqlType(this.name, this.isNullable, this.excludesNull);
  }
}

/** The types that statements use. A bigint and a numeric are read as text; JSON is sent as text. */
export const sql = {
  boolean: new SqlType<boolean>('boolean'),
  bytea: new SqlType<Buffer, Buffer | string>('bytea'),
  bigint: new SqlType<string, string | bigint | number>('bigint'),
  date: new SqlType<Date, Date | string>('date'),
  float8: new SqlType<number>('double precision'),
  inet: new SqlType<string>('inet'),
  integer: new SqlType<number>('integer'),
  interval: new SqlType<unknown, string>('interval'),
  // oxlint-disable-next-line typescript/no-explicit-any -- its shape is given by `as`.
  json: new SqlType<any, string>('json'),
  // oxlint-disable-next-line typescript/no-explicit-any -- its shape is given by `as`.
  jsonb: new SqlType<any, string>('jsonb'),
  name: new SqlType<string>('name'),
  numeric: new SqlType<string, string | bigint | number>('numeric'),
  oid: new SqlType<number>('oid'),
  smallint: new SqlType<number>('smallint'),
  text: new SqlType<string>('text'),
  timestamptz: new SqlType<Date, Date | string>('timestamp with time zone'),
  uuid: new SqlType<string>('uuid'),
  varchar: new SqlType<string>('character varying'),
  void: new SqlType<''>('void'),
  xid8: new SqlType<string>('xid8'),
} as const;

/** The columns of a row, or the parameters of a statement, with their types. */
export type SqlTypes = Readonly<Record<string, SqlType<unknown, unknown>>>;

/** What the driver returns for a row of these columns. */
export type RowOfColumns<Columns extends SqlTypes> = { [Name in keyof Columns]: Columns[Name]['out'] };

/** The values of these parameters. */
export type ValuesOf<Parameters extends SqlTypes> = {
  readonly [Name in keyof Parameters]: Parameters[Name]['in'];
};
