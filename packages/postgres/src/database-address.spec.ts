import { Client } from 'pg';
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
    'postgres://u:p,w%40@a:1/db?sslmode=require&uselibpqcompat=true',
    'postgres://u:p,w%40@b:2/db?sslmode=require&uselibpqcompat=true',
  ]);
});

it.each([
  'postgres://u:p@127.0.0.1:5432/db',
  'postgres://u:p%23x@h/db',
  'postgres://u:p@x@h/db?sslmode=verify-full',
  'postgres://h/db?sslmode=disable',
  'postgres:///db?host=/var/run/postgresql',
  'postgres://u@%2Fvar%2Frun%2Fpostgresql/db',
])('leaves an address with one host as it is: %s', (url) => {
  const address = parseAddress(url);
  expect(address.hosts).toHaveLength(1);
  expect(address.urlOf(address.hosts[0]!)).toBe(url);
});

it.each<[string, object | boolean | undefined]>([
  ['', undefined],
  ['?sslmode=disable', false],
  ['?sslmode=require', { rejectUnauthorized: false }],
  ['?sslmode=verify-full', {}],
  ['?sslmode=verify-full&sslrootcert=system', {}],
  [
    '?sslmode=verify-ca&sslrootcert=package.json',
    { ca: expect.any(String), checkServerIdentity: expect.any(Function) },
  ],
  [
    '?sslmode=require&sslrootcert=package.json',
    { ca: expect.any(String), checkServerIdentity: expect.any(Function) },
  ],
])('gives the driver libpq’s meaning of "%s"', (parameters, ssl) => {
  const address = parseAddress(`postgres://u:p@h/db${parameters}`);
  const { ssl: found } = new Client({ connectionString: address.urlOf(address.hosts[0]!) });
  expect(found || undefined).toEqual(ssl || undefined);
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
  ...[
    `postgres://u:${SECRET}#x@h/db`,
    `postgres://u:${SECRET}/x@h/db`,
    `postgres://u:${SECRET}?x@h/db`,
    `postgres://u:12${SECRET.length}#x@h/db`,
    'postgres://u:12/x@h:5432/db',
    'postgres://u:12?x@h:5432/db',
    `postgres://u:${SECRET}%@h/db`,
    `postgres://u:${SECRET}%zz@h/db`,
    `postgres://u:${SECRET}%E0%A4@h/db`,
    `postgres://u:${SECRET}@h:port/db`,
    `postgres://u:${SECRET}@h:0/db`,
    `postgres://u:${SECRET}@h:99999/db`,
    `postgres://u:${SECRET}@h/d%b`,
    `postgres://u:${SECRET}@/db?host=/run&port=abc`,
    `postgres://u:${SECRET}@h/db#a`,
  ].map((url): [string, string] => [url, '%23, %2F, %3F, %40 and %25']),
  ...['prefer', 'allow', 'on', 'REQUIRE', ''].map((mode): [string, string] => [
    `postgres://u:${SECRET}@h/db?sslmode=${mode}`,
    'sslmode=disable, require, verify-ca or verify-full',
  ]),
  [`postgres://u:${SECRET}@h/db?sslmode=verify-ca`, 'sslrootcert=/path/ca.crt'],
  [`postgres://u:${SECRET}@h/db?sslrootcert=system`, 'sslmode=verify-full'],
  ...['sslrootcert', 'sslcert', 'sslkey'].map((name): [string, string] => [
    `postgres://u:${SECRET}@h/db?sslmode=verify-full&${name}=/nowhere/ca.crt`,
    `in ${name}: /nowhere/ca.crt \\(ENOENT\\)`,
  ]),
])('rejects %s without its password', (url, message) => {
  const parse = () => parseAddress(url);
  expect(parse).toThrow(new RegExp(message));
  expect(parse).not.toThrow(SECRET);
});
