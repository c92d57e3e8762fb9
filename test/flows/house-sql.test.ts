/** Rules for SQL in the sources: its files, and the heading of each statement. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const MOST_LINES = 3;
const BEGINS_AS_SQL =
  /^(?:\s|--[^\n]*\n)*(?:with\s+(?:recursive\s+)?\w+\s*(?:\([^)]*\)\s*)?as\b|select\b|insert into\b|update\s+\w|delete from\b|create\s|alter\s|lock table\b)/i;

const root = process.cwd();
const sources = ['src', 'packages/postgres/src', 'packages/request-log/src']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter(
    (name) =>
      name.endsWith('.ts') &&
      !name.endsWith('.spec.ts') &&
      !name.startsWith('src/platform/database/migrations/'),
  );

interface Statement {
  /** Name of the constant. */
  name: string;
  text: string;
  /** The comment before it. */
  head: string;
}

/** Returns the template literals that are SQL, each with its constant. */
function statementsOf(name: string): Statement[] {
  const code = readFileSync(join(root, name), 'utf8');
  if (!/\b(select|insert|update|delete)\b/i.test(code)) return [];
  const file = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true);
  const found: Statement[] = [];
  const visit = (node: ts.Node, around: ts.VariableStatement | null): void => {
    const holder = ts.isVariableStatement(node) ? node : around;
    if (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      const text = node.getText().slice(1, -1);
      if (BEGINS_AS_SQL.test(text)) {
        const head = holder ? ts.getJSDocCommentsAndTags(holder).map((comment) => comment.getText()) : [];
        const declared = holder?.declarationList.declarations[0]?.name.getText() ?? `line of ${name}`;
        found.push({ name: declared, text, head: head.join('\n') });
        return;
      }
    }
    ts.forEachChild(node, (child) => visit(child, holder));
  };
  visit(file, null);
  return found;
}

/** Returns the tables that a statement reads or changes. Functions and CTEs are none. */
function tablesOf(text: string): string[] {
  const ctes = new Set([...text.matchAll(/(\w+)\s+as\s+(?:materialized\s+)?\(/g)].map(([, name]) => name));
  const names = [...text.matchAll(/\b(?:from|join|update|into)\s+([a-z_]+)\b(?!\s*\(|\s+of\b)/g)].map(
    ([, name]) => name!,
  );
  return [...new Set(names)].filter(
    (name) => !ctes.has(name) && !['set', 'lateral', 'of', 'skip'].includes(name),
  );
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '').length;

it('SQL of more than three lines is in a *.sql.ts', () => {
  const misplaced = sources
    .filter((name) => !name.endsWith('.sql.ts'))
    .flatMap((name) =>
      statementsOf(name)
        .filter(({ text }) => linesOf(text) > MOST_LINES)
        .map((statement) => `${name}: ${statement.name}`),
    );
  expect(misplaced).toEqual([]);
});

describe('each statement of a *.sql.ts', () => {
  const statements = sources
    .filter((name) => name.endsWith('.sql.ts'))
    .flatMap((name) => statementsOf(name).map((statement) => ({ ...statement, file: name })));

  // What is read beside the locked rows is as it was before the wait: a next statement reads it as it is.
  it('reads no other table when it waits for rows', () => {
    const sound = new Set([
      // Which rows are locked; a later statement reads them.
      ...['LOCK_USERS', 'LOCK_USER_OF', 'LOCK_COUNTERS', 'LOCK_COUNTED_ACCOUNTS'],
      // The email of a member, for a list.
      'LOCK_MEMBERS',
      // After LOCK_ACCOUNT.
      'SET_ALERT',
    ]);
    const waiting = statements.filter(
      ({ name, text }) => /for (no key )?update(?!.*skip locked)/.test(text) && !sound.has(name),
    );
    expect(waiting.length).toBeGreaterThan(10);
    const mixed = waiting.filter(({ text }) => tablesOf(text).length > 1);
    expect(mixed.map(({ file, name, text }) => `${file}: ${name}: ${tablesOf(text).join(', ')}`)).toEqual([]);
  });

  it('has a line in its head for each CTE', () => {
    const missing = statements.flatMap(({ file, name, text, head }) =>
      [
        ...text.matchAll(
          /^(?:with\s+(?:recursive\s+)?)?(\w+)(?:\s*\([^)]*\))?\s+as\s+(?:materialized\s+)?\($/gim,
        ),
      ]
        .map(([, cte]) => cte!)
        .filter((cte) => !head.includes(`- ${cte}:`))
        .map((cte) => `${file}: ${name}: ${cte}`),
    );
    expect(missing).toEqual([]);
  });
});
