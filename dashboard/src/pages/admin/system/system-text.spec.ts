import {
  concernsOf,
  estimate,
  migrationText,
  percent,
  reasonOf,
  rolesText,
  windowName,
  workOf,
} from './system-text';
import type { System } from './useSystem';

const engine = (provider: string, waiting: number, running: number, oldestWaitingSeconds: number | null) => ({
  provider,
  waiting,
  running,
  oldestWaitingSeconds,
});
const running = (roles: ('api' | 'worker')[], version = '1.0.0') => ({
  name: 'api-1/4711',
  roles,
  version,
  startedAt: '2026-11-20T12:00:00.000Z',
  host: 'api-1',
});

type Migrations = NonNullable<System['migrations']>;
const RUNNING = { name: 'Wallets1', startedAt: null, state: 'running', build: null } as const;
const migrationsOf = (change: Partial<Migrations>): Migrations => ({
  ...{ applied: ['Baseline1765000000000'], pending: [], newer: [], oldestRelease: '0.1.0' },
  ...{ running: null, invalidIndexes: [] },
  ...change,
});

const WELL: System = {
  success: true,
  at: '2026-11-20T12:00:00.000Z',
  processes: [running(['api']), running(['worker'])],
  migrations: migrationsOf({}),
  queue: { complete: true, engines: [engine('embedded', 0, 0, null)], accounts: [] },
  throughput: [],
  failures: [],
  circuits: [{ provider: 'embedded', state: 'closed', failures: 0, reason: null, changedAt: null }],
  database: { version: '18.1', bytes: 1, connections: 89, maxConnections: 100 },
  standbys: [{ name: 'two', state: 'streaming', syncState: 'quorum', lagBytes: 0, lagSeconds: null }],
  snapshots: [],
  ledger: { verifiedAt: null, findings: null, verifiedTo: 0, lastEntry: 5 },
  storage: { kind: 'disk', writable: true, freeBytes: 10, totalBytes: 100 },
  problems: [],
};

describe('why a part is null', () => {
  it.each([
    ['too_long', 'It was not read within 3 seconds. The next update tries again.'],
    ['not_permitted', 'The database role of the service may not read it.'],
    ['unavailable', 'It could not be read. The log of the service has the cause.'],
  ] as const)('%s: %s', (reason, text) => {
    expect(
      reasonOf('ledger', [
        { part: 'storage', reason: 'too_long' },
        { part: 'ledger', reason },
      ]),
    ).toBe(text);
  });
});

it.each([
  [RUNNING, 'Wallets1'],
  [{ ...RUNNING, name: null, state: 'waiting' as const }, 'between two, waiting'],
  [
    { ...RUNNING, build: { index: 'by_time', phase: 'building index', percent: 40 } },
    'Wallets1; by_time: building index, 40 %',
  ],
  [
    { ...RUNNING, build: { index: null, phase: 'initializing', percent: null } },
    'Wallets1; an index: initializing',
  ],
])('says what runs: %j', (migration, text) => {
  expect(migrationText(migration)).toBe(text);
});

it.each([
  [300, '5 minutes'],
  [60, '1 minute'],
  [3600, 'hour'],
  [86_400, '24 hours'],
])('a window of %d seconds is “%s”', (seconds, text) => {
  expect(windowName(seconds)).toBe(text);
});

it('marks an estimate', () => {
  expect(estimate(6000, true)).toBe('about 6,000');
  expect(estimate(6000, false)).toBe('6,000');
});

it.each([
  [0, '0 %'],
  [0.0001, 'less than 0.1 %'],
  [0.025, '2.5 %'],
  [1, '100 %'],
])('the share %d is “%s”', (share, text) => {
  expect(percent(share)).toBe(text);
});

it('counts a process with both roles in both', () => {
  expect(rolesText([running(['api', 'worker']), running(['worker'])])).toBe('1 API, 2 workers');
});

it('sums the engines and takes the oldest waiting prediction', () => {
  const engines = [engine('embedded', 2, 1, 5), engine('fal', 3, 0, 70), engine('idle', 0, 0, null)];
  expect(workOf({ complete: true, engines, accounts: [] })).toEqual({
    waiting: 5,
    running: 1,
    oldestWaitingSeconds: 70,
  });
  expect(workOf({ complete: true, engines: [], accounts: [] }).oldestWaitingSeconds).toBeNull();
});

describe('what needs attention', () => {
  it('is nothing in an installation that is well, and nothing of parts that could not be read', () => {
    expect(concernsOf(WELL)).toEqual([]);
    const { success, at, problems } = WELL;
    const parts = { processes: null, queue: null, throughput: null, failures: null, circuits: null };
    const others = {
      migrations: null,
      database: null,
      standbys: null,
      snapshots: null,
      ledger: null,
      storage: null,
    };
    expect(concernsOf({ success, at, problems, ...parts, ...others })).toEqual([]);
  });

  it.each<[string, Partial<System>]>([
    ['No worker is listed: predictions wait until one runs.', { processes: [running(['api'])] }],
    [
      'Processes of several versions are running: 1.0.0, 1.1.0.',
      { processes: [running(['api']), running(['worker'], '1.1.0')] },
    ],
    [
      'Wallets1 waits for transactions that use its tables.',
      { migrations: migrationsOf({ running: { ...RUNNING, state: 'waiting' }, pending: ['Wallets1'] }) },
    ],
    [
      '1 migration did not run: start a process again.',
      { migrations: migrationsOf({ pending: ['Wallets1'] }) },
    ],
    [
      'The index by_time is invalid: the next start of the new release builds it again.',
      { migrations: migrationsOf({ invalidIndexes: ['by_time'] }) },
    ],
    [
      'The circuit of embedded is half-open.',
      { circuits: [{ provider: 'embedded', state: 'half-open', failures: 3, reason: 'r', changedAt: null }] },
    ],
    [
      '90 of 100 connections of the database server are in use.',
      { database: { version: '18.1', bytes: 1, connections: 90, maxConnections: 100 } },
    ],
    [
      'The standby two is not streaming: catchup.',
      { standbys: [{ name: 'two', state: 'catchup', syncState: 'async', lagBytes: 9, lagSeconds: 1 }] },
    ],
    [
      '1 database session keeps vacuum from removing rows.',
      { snapshots: [{ pid: 7, application: 'pg_dump', state: 'active', seconds: 90 }] },
    ],
    [
      'The last verification of the ledger has 2 findings.',
      { ledger: { verifiedAt: WELL.at, findings: 2, verifiedTo: 5, lastEntry: 5 } },
    ],
    [
      'The storage cannot be written to.',
      { storage: { kind: 'S3Storage', writable: false, freeBytes: null, totalBytes: null } },
    ],
    [
      'The disk of the outputs has 9 % of free space.',
      { storage: { kind: 'disk', writable: true, freeBytes: 9, totalBytes: 100 } },
    ],
  ])('%s', (sentence, change) => {
    expect(concernsOf({ ...WELL, ...change })).toEqual([sentence]);
  });

  it('is not a standby whose state the role may not see', () => {
    const hidden = { name: 'two', state: null, syncState: null, lagBytes: null, lagSeconds: null };
    expect(concernsOf({ ...WELL, standbys: [hidden] })).toEqual([]);
  });
});
