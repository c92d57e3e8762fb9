/**
 * PostgreSQL describes every statement of the service on the schema of its migrations. The declared parameters and columns must be those
 * that it finds, in type and, where it knows, in nullability.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DeclaredStatement,
  declaredStatements,
  type SqlTypes,
  type Statement,
} from '@offprint/postgres';
import pg from 'pg';
import openAiFront from '../../packages/openai-front/src/index.js';
import {
  DECLARES,
  STATEMENT_FOLDERS,
  STATEMENTS_FILE,
  statementsText,
} from '../../scripts/statements-text.mjs';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { describeStatement, type Description, typeNames } from '../support/described-statement.js';

const root = process.cwd();
let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  const files = STATEMENT_FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(root, folder, name),
    ),
  );
  const declaring = files.filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && DECLARES.test(readFileSync(name, 'utf8')),
  );
  await Promise.all(declaring.map((name) => import(name)));
  database = await createDatabase(openAiFront.schemas);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

/** An outer join makes null of a column that never is in its table. */
const joinsOuter = (text: string) => /\b(?:left|right|full)\s+(?:outer\s+)?join\b/i.test(text);

/** Returns what differs, a line each. */
async function differences(
  found: Description,
  { name, parameters, columns }: DeclaredStatement,
  text: string,
) {
  const names = await typeNames(client, [...found.parameters, ...found.columns.map(({ typeId }) => typeId)]);
  const lines: string[] = [];
  const compare = (what: string, declared: string | undefined, actual: string | undefined) => {
    if (declared !== actual)
      lines.push(`${name}: ${what} is ${actual ?? 'missing'}, declared ${declared ?? 'not at all'}`);
  };
  if (parameters) {
    const declared = Object.entries(parameters);
    for (let index = 0; index < Math.max(declared.length, found.parameters.length); index += 1) {
      const [parameter, type] = declared[index] ?? [];
      compare(`parameter ${parameter ?? index + 1}`, type?.name, names.get(found.parameters[index]!));
    }
  }
  if (!columns) return lines;
  for (const column of new Set([...Object.keys(columns), ...found.columns.map((one) => one.name)])) {
    const actual = found.columns.filter((one) => one.name === column);
    if (actual.length > 1) lines.push(`${name}: column ${column} is there ${actual.length} times`);
    compare(`column ${column}`, columns[column]?.name, names.get(actual[0]?.typeId ?? 0));
    const declared = columns[column];
    if (!declared || !actual[0]) continue;
    const { isNullable } = actual[0];
    if (isNullable === true && !declared.isNullable && !declared.excludesNull)
      lines.push(`${name}: column ${column} can be null, declared not null`);
    if (isNullable === false && declared.isNullable && !joinsOuter(text))
      lines.push(`${name}: column ${column} is never null, declared nullable`);
  }
  return lines;
}

async function differencesOf(one: DeclaredStatement): Promise<string[]> {
  const lines: string[] = [];
  for (const text of one.texts) {
    try {
      lines.push(...(await differences(await describeStatement(client, text), one, text)));
    } catch (error) {
      lines.push(`${one.name}: ${(error as Error).message}`);
    }
  }
  return lines;
}

describe('the statements', () => {
  it('have names of their own', () => {
    const names = declaredStatements().map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.filter((name) => !/^[a-z][a-z-]*\.[a-z][a-z0-9-]*$/.test(name))).toEqual([]);
  });

  it('have texts of their own', () => {
    const all = declaredStatements().map(({ name, texts }) => ({
      name,
      text: texts.map((text) => text.trim()).join(),
    }));
    const repeated = ({ name, text }: (typeof all)[number]) =>
      all.find((one) => one.text === text)!.name !== name;
    expect(all.filter(repeated).map(({ name }) => name)).toEqual([]);
  });

  it('are those of the committed file', () => {
    expect(statementsText(declaredStatements())).toBe(readFileSync(join(root, STATEMENTS_FILE), 'utf8'));
  });

  it('have the parameters and columns that PostgreSQL finds', async () => {
    expect(declaredStatements().length).toBeGreaterThan(10);
    const lines: string[] = [];
    for (const one of declaredStatements()) lines.push(...(await differencesOf(one)));
    expect(lines).toEqual([]);
  });
});

describe('the trials', () => {
  const NAME = /'((?:generation|platform)\.[a-z-]+)(?: offprint_(\w+))?'/g;
  const textsOf = (folder: string, ending: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(ending))
      .map((name) => readFileSync(join(root, folder, name), 'utf8'));
  const names = textsOf('prove', '.mjs').flatMap((text) => [...text.matchAll(NAME)]);

  it('name statements that are sent with their names: others never reach a crash point', () => {
    expect(names.length).toBeGreaterThan(20);
    const nameOf = (one: DeclaredStatement) =>
      'bind' in one && (one as Statement<object, object>).bind({}).name;
    const known = new Set(declaredStatements().map(nameOf));
    expect(names.map(([, name]) => name).filter((name) => !known.has(name))).toEqual([]);
  });

  it('name channels of the service', () => {
    const channels = names.flatMap(([, , channel]) => channel ?? []);
    expect(channels.length).toBeGreaterThan(1);
    const sources = textsOf('src', '.ts').join('\n');
    expect(channels.filter((channel) => !sources.includes(`CHANNEL = '${channel}'`))).toEqual([]);
  });
});

/** A declaration of a statement that is right, and what is wrong in each of the others. */
describe('a declaration is compared with what PostgreSQL finds:', () => {
  const text = 'select id, revoked_at, name from api_keys where id = $1';
  const columns = { id: 'uuid', revoked_at: 'timestamp with time zone', name: 'text' };
  const typed = (types: Record<string, string>, nullable = ['revoked_at']): SqlTypes =>
    Object.fromEntries(
      Object.entries(types).map(([name, type]) => [
        name,
        { name: type, isNullable: nullable.includes(name), excludesNull: false } as SqlTypes[string],
      ]),
    );
  const right = {
    name: 'keys.example',
    parameters: typed({ key: 'uuid' }),
    columns: typed(columns),
    texts: [text],
  };

  it.each<[string, Partial<DeclaredStatement>, string[]]>([
    ['nothing wrong', {}, []],
    [
      'a parameter of another type',
      { parameters: typed({ key: 'text' }) },
      ['keys.example: parameter key is uuid, declared text'],
    ],
    ['a missing parameter', { parameters: {} }, ['keys.example: parameter 1 is uuid, declared not at all']],
    [
      'a column of another type',
      { columns: typed({ ...columns, name: 'integer' }) },
      ['keys.example: column name is text, declared integer'],
    ],
    [
      'a superfluous column',
      { columns: typed({ ...columns, other: 'text' }) },
      ['keys.example: column other is missing, declared text'],
    ],
    [
      'a missing column',
      { columns: typed({ id: 'uuid', name: 'text' }) },
      ['keys.example: column revoked_at is timestamp with time zone, declared not at all'],
    ],
    [
      'a column that can be null',
      { columns: typed(columns, []) },
      ['keys.example: column revoked_at can be null, declared not null'],
    ],
    [
      'a column that is never null',
      { columns: typed(columns, ['revoked_at', 'name']) },
      ['keys.example: column name is never null, declared nullable'],
    ],
    [
      'a table that does not exist',
      { texts: ['select 1 from nothing'] },
      ['keys.example: relation "nothing" does not exist'],
    ],
  ])('%s', async (_what, change, expected) => {
    expect(await differencesOf({ ...right, ...change })).toEqual(expected);
  });
});
