import { createPoolOptions } from './pool.js';

const bounds = {
  settings: { statement_timeout: '2000' },
  responseMs: 2_750,
  messages: {
    sharedSessions: '',
    otherDatabase: '',
    unprepared: '',
    otherSetting: (name: string, value: string, wanted: string) => `${name}: ${value}, not ${wanted}`,
  },
};

it('sends what needs a session to the address of the pool, unless there is a direct one', () => {
  expect(createPoolOptions('postgres://h/db', bounds)).toMatchObject({
    connectionString: 'postgres://h/db',
    directUrl: 'postgres://h/db',
    isTransactionPooled: false,
    isPrepared: true,
    query_timeout: 2_750,
  });
  const route = { directUrl: 'postgres://direct/db', isTransactionPooled: true, isPrepared: false };
  expect(createPoolOptions('postgres://pooler/db', bounds, route)).toMatchObject({
    connectionString: 'postgres://pooler/db',
    ...route,
  });
});

it('requires its settings of a pooler’s session, and ends one that has others', async () => {
  const { onConnect } = createPoolOptions('postgres://h/db', bounds, { isTransactionPooled: true });
  const statements: string[] = [];
  const query = ({ text }: { text: string }) => {
    statements.push(text);
    return Promise.resolve({
      rows: [{ name: 'statement_timeout', setting: '0', read_only: false, begun: 5 }],
    });
  };
  await expect(onConnect({ query } as never)).rejects.toMatchObject({
    name: 'UnfitSession',
    message: 'statement_timeout: 0, not 2000',
    begun: 5,
  });
  expect(statements.at(-1)).toBe('select pg_terminate_backend(pg_backend_pid())');
});
