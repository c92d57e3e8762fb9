/**
 * The whole schema of a database as text, read from its system catalogue: the same text for the same schema. It contains what entities
 * cannot express (docs/migrations.md).
 */

type Rows = Record<string, string>[];

/** Columns in alphabetical order, because their order in the table depends on the migrations. */
const COLUMNS = `
select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
  a.attidentity <> '' as identity, pg_get_expr(d.adbin, d.adrelid) as "default"
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by a.attname`;

/** Constraints by name, without `not null`, which is shown with the column. */
const CONSTRAINTS = `
select c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition
from pg_constraint k join pg_class c on c.oid = k.conrelid
where k.connamespace = 'public'::regnamespace and k.contype <> 'n' order by k.conname`;

/** Indexes by name, except those of constraints. */
const INDEXES = `
select c.relname as "table", pg_get_indexdef(i.indexrelid) as definition
from pg_index i join pg_class c on c.oid = i.indrelid join pg_class named on named.oid = i.indexrelid
where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
order by named.relname`;

const TRIGGERS = `
select c.relname as "table", pg_get_triggerdef(t.oid) as definition
from pg_trigger t join pg_class c on c.oid = t.tgrelid
where c.relnamespace = 'public'::regnamespace and not t.tgisinternal order by t.tgname`;

const TABLES = `
select relname as name, relpersistence = 'u' as unlogged, array_to_string(reloptions, ', ') as options from pg_class
where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations' order by relname`;

const FUNCTIONS = `
select pg_get_functiondef(oid) as definition from pg_proc where pronamespace = 'public'::regnamespace order by proname`;

/** Returns the schema as text. @param query runs a statement on a migrated database and returns its rows. */
export async function schemaText(query: (text: string) => Promise<unknown>): Promise<string> {
  const [tables, functions, columns, constraints, indexes, triggers] = (await Promise.all(
    [TABLES, FUNCTIONS, COLUMNS, CONSTRAINTS, INDEXES, TRIGGERS].map((text) => query(text)),
  )) as [Rows, Rows, Rows, Rows, Rows, Rows];
  const texts = tables.map((table) => {
    const of = (rows: Rows) => rows.filter(({ table: name }) => name === table['name']);
    const lines = [
      ...of(columns).map(columnText),
      ...of(constraints).map(({ name, definition }) => `constraint ${name} ${definition}`),
    ];
    const after = [...of(indexes), ...of(triggers)].map(({ definition }) => `${definition};\n`);
    const options = table['options'] ? ` with (${table['options']})` : '';
    return `create ${table['unlogged'] ? 'unlogged ' : ''}table ${table['name']} (\n  ${lines.join(',\n  ')}\n)${options};\n${after.join('')}`;
  });
  return [...texts, ...functions.map(({ definition }) => `${definition!.trim()};\n`)].join('\n');
}

function columnText({ name, type, required, identity, default: value }: Rows[number]): string {
  const parts = [name, type];
  if (identity) parts.push('generated always as identity');
  else if (value !== null) parts.push(`default ${value}`);
  if (required) parts.push('not null');
  return parts.join(' ');
}
