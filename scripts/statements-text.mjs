// The file of all statements, for the script that writes it and the test that compares it.

/** Folders with statements. */
export const STATEMENT_FOLDERS = [
  'src',
  'packages/postgres/src',
  'packages/request-log/src',
  'packages/openai-front/src',
];

/** A file with a match declares statements. */
export const DECLARES = /\b(?:statement|composition)\(\s*['"`]/;

export const STATEMENTS_FILE = 'src/platform/database/schema/statements.sql';

const HEAD =
  '-- Every statement by name, as PostgreSQL gets it. Made of the sources by `npm run generate -- statements`.';

/** @param {readonly { name: string, texts: readonly string[] }[]} statements */
export function statementsText(statements) {
  const sections = statements
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name, texts }) =>
      texts.map((text, index) => `-- ${name}${texts.length > 1 ? `, ${index + 1}` : ''}\n${text.trim()};`),
    );
  return `${[HEAD, ...sections].join('\n\n')}\n`;
}
