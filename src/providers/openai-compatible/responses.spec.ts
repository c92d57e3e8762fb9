import { UnusableAddress } from '../wire/index.js';
import { readAddress } from './responses.js';

const BASE = 'http://10.0.0.5:8080';

describe('the address of a result', () => {
  it.each([
    ['https://cdn.example/a', 'https://cdn.example/a'],
    ['/generated/a.png', 'http://10.0.0.5:8080/generated/a.png'],
    ['a.png', 'http://10.0.0.5:8080/a.png'],
    // The fetcher decides about the host, once.
    ['//host/f', 'http://host/f'],
  ])('%s is read against the engine’s', (url, address) => {
    expect(readAddress(url, BASE)).toBe(address);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://host/a',
    's3://bucket/a',
    'blob:https://cdn.example/1',
    'javascript:1',
    'http://',
  ])('%s is never fetched', (url) => {
    expect(() => readAddress(url, BASE)).toThrow(UnusableAddress);
  });
});
