import { loadConfig } from './config.js';
import { describeHosts, parseAddress } from './database-address.js';

it.each([
  ['postgres://u:p@a:5433,b,[::1]:7/db?sslmode=require', 'a:5433, b:5432, [::1]:7'],
  ['postgresql://u@a,b/db', 'a:5432, b:5432'],
  ['postgres://u:p%2C%40@a,b', 'a:5432, b:5432'],
])('reads the hosts of %s', (url, hosts) => {
  expect(describeHosts(parseAddress(url).hosts)).toBe(hosts);
});

it('gives the driver an address with one host, its role, password, database and parameters', () => {
  const address = parseAddress(
    'postgres://u:p,w%40@a:1,b:2/db?target_session_attrs=read-write&sslmode=require',
  );
  expect(address.hosts.map((host) => address.urlOf(host))).toEqual([
    'postgres://u:p,w%40@a:1/db?sslmode=require',
    'postgres://u:p,w%40@b:2/db?sslmode=require',
  ]);
});

it.each([
  'postgres://u:p@127.0.0.1:5432/db',
  'postgres://u:p#x@h/db',
  'postgres:///db?host=/var/run/postgresql',
  'postgres://u@%2Fvar%2Frun%2Fpostgresql/db',
])('leaves an address with one host as it is: %s', (url) => {
  const address = parseAddress(url);
  expect(address.hosts).toHaveLength(1);
  expect(address.urlOf(address.hosts[0]!)).toBe(url);
});

const SECRET = 'do-not-print';

it.each([
  ['mysql://h/db', 'must start with postgres://'],
  [`postgres://u:${SECRET}@a,b/db?target_session_attrs=any`, 'never reads from a standby'],
  [`postgres://u:${SECRET}@a/db?target_session_attrs=prefer-standby`, 'never reads from a standby'],
  [`postgres://u:${SECRET}@a,,b/db`, 'host:port, with commas'],
  [`postgres://u:${SECRET}@a, b/db`, 'host:port, with commas'],
  [`postgres://u:${SECRET}@a:x,b/db`, 'host:port, with commas'],
  [`postgres://u:${SECRET}@a:0,b/db`, 'ports from 1 to 65535'],
  [`postgres://u:${SECRET}@a:70000,b/db`, 'ports from 1 to 65535'],
  [`postgres://u:${SECRET}@${'a,'.repeat(9)}a/db`, 'at most 9 hosts'],
  [`postgres://u:${SECRET}@/db?host=a,b`, 'before the database'],
])('rejects %s without its password', (url, message) => {
  for (const setting of ['DATABASE_URL', 'DATABASE_DIRECT_URL']) {
    const load = () => loadConfig({ DATABASE_URL: 'postgres://h/db', [setting]: url });
    expect(load).toThrow(new RegExp(`${setting} must .*${message}|${setting} ${message}`));
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
