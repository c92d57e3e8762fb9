import type { Host } from './database-address.js';
import { firstOf, ReadOnlyError } from './leader.js';

const hosts = ['a', 'b', 'c'].map((host): Host => ({ host, port: 5432 }));
const silent = (_host: Host, signal: AbortSignal) =>
  new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));

it('returns the first host in order that accepts writes, and asks no other', async () => {
  const asked: string[] = [];
  const probe = (host: Host) => {
    asked.push(host.host);
    return host.host === 'a' ? Promise.reject(new ReadOnlyError('a standby')) : Promise.resolve();
  };
  expect((await firstOf(hosts, probe)).host).toBe('b');
  expect(asked).toEqual(['a', 'b']);
});

it('a silent host does not hold up the next one, and its probe is ended', async () => {
  let ended = 0;
  const probe = (host: Host, signal: AbortSignal) => {
    if (host.host !== 'a') return Promise.resolve();
    signal.addEventListener('abort', () => (ended += 1));
    return silent(host, signal);
  };
  expect((await firstOf(hosts, probe)).host).toBe('b');
  expect(ended).toBe(1);
});

it('rejects within its timeout when every host is silent, as an unavailable database', async () => {
  await expect(firstOf(hosts, silent)).rejects.toThrow('timeout exceeded when trying to connect');
});

it('rejects with the error that an operator must know', async () => {
  const errors: Record<string, Error> = {
    a: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
    b: new ReadOnlyError('a standby'),
    c: Object.assign(new Error('wrong password'), { code: '28P01' }),
  };
  const probe = ({ host }: Host) => Promise.reject(errors[host]!);
  await expect(firstOf(hosts, probe)).rejects.toThrow('wrong password');
  await expect(firstOf(hosts.slice(0, 2), probe)).rejects.toThrow('a standby');
  await expect(firstOf(hosts.slice(0, 1), probe)).rejects.toThrow('refused');
});
