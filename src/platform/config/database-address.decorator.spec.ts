import { loadConfig } from './config.js';

const SECRET = 'do-not-print';

it.each([
  ['mysql://h/db', 'must start with postgres://'],
  [`postgres://u:${SECRET}@a,b/db?target_session_attrs=any`, 'must have .*never reads from a standby'],
  [`postgres://u:${SECRET}#x@h/db`, 'must be .*%23, %2F, %3F, %40 and %25'],
])('names the setting that has the address %s, and not its password', (url, message) => {
  for (const setting of ['DATABASE_URL', 'DATABASE_DIRECT_URL']) {
    const load = () => loadConfig({ DATABASE_URL: 'postgres://h/db', [setting]: url });
    expect(load).toThrow(new RegExp(`${setting} ${message}`));
    expect(load).not.toThrow(SECRET);
  }
});

it('a pooler in transaction mode needs the direct address, and the direct address the other one', () => {
  expect(() => loadConfig({ DATABASE_URL: 'postgres://h/db', DATABASE_POOL_MODE: 'transaction' })).toThrow(
    'DATABASE_POOL_MODE=transaction needs DATABASE_DIRECT_URL',
  );
  expect(() => loadConfig({ DATABASE_DIRECT_URL: 'postgres://h/db' })).toThrow(
    'DATABASE_DIRECT_URL needs DATABASE_URL',
  );
});
