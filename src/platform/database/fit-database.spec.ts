import { requireFitDatabase } from './fit-database.js';

/** Answers the first question as a server of this version does, and no other. */
function serverOf(version: number) {
  const statements: string[] = [];
  const query = (statement: string) => {
    statements.push(statement);
    const facts = { database: 'offprint', version, encoding: 'LATIN1', schema: null };
    return Promise.resolve({ records: [facts] });
  };
  return { statements, query: query as never };
}

it.each([9, 12, 13])('refuses PostgreSQL %s before anything else', async (version) => {
  const server = serverOf(version);
  await expect(requireFitDatabase(server)).rejects.toThrow(
    `The server of the database "offprint" is PostgreSQL ${version}: the service needs 14 or newer.`,
  );
  expect(server.statements).toHaveLength(1);
});

it('accepts the version 14', () =>
  expect(requireFitDatabase(serverOf(14))).rejects.toThrow(/has the encoding LATIN1/));
