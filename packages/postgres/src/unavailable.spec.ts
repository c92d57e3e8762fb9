import { QueryRunnerAlreadyReleasedError } from 'typeorm';
import { isDatabaseUnavailable } from './unavailable.js';

const coded = (code: string, message = 'failed') => Object.assign(new Error(message), { code });

it.each<[string, unknown]>([
  ...[
    'ECONNRESET',
    'ECONNABORTED',
    'EAI_AGAIN',
    'ENETUNREACH',
    '08006',
    '25006',
    '25P03',
    '57P01',
    '57P05',
    '58030',
  ].map((code): [string, unknown] => [code, coded(code)]),
  [
    'a connection that was lost between two statements of a transaction',
    new QueryRunnerAlreadyReleasedError(),
  ],
  ['a statement that a standby cannot run', coded('55000', 'recovery is in progress')],
  [
    'a setting that a standby rejects',
    coded('0A000', 'cannot set transaction read-write mode during recovery'),
  ],
  ['the cause of another error', new Error('outer', { cause: coded('57P01') })],
  ['one of several addresses', new AggregateError([coded('ECONNREFUSED')])],
])('%s is an unavailable database', (_name, error) => {
  expect(isDatabaseUnavailable(error)).toBe(true);
});

it.each<[string, unknown]>([
  ['42601', coded('42601')],
  ['23505', coded('23505')],
  ['55000 of another kind', coded('55000', 'currval is not yet defined')],
  ['a bug', new TypeError('x is undefined')],
  ['no error', 'Connection terminated'],
])('%s is not', (_name, error) => {
  expect(isDatabaseUnavailable(error)).toBe(false);
});
