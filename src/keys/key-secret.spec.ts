import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  createSecret,
  hashSecret,
  KEY_ENVS,
  lastFourOf,
  maskOf,
  parseSecret,
  prefixOf,
} from './key-secret.js';

const HEX = '0123456789abcdef';
const many = (count: number) => Array.from({ length: count }, (_, i) => createSecret(KEY_ENVS[i % 2]!));

describe('key secrets', () => {
  it('are a prefix and 48 hex digits, all different, and read back as their environment (10,000)', () => {
    const secrets = many(10_000);
    expect(new Set(secrets).size).toBe(10_000);
    secrets.forEach((secret, i) => {
      const env = KEY_ENVS[i % 2]!;
      expect(secret).toMatch(/^of_(live|test)_[0-9a-f]{48}$/);
      expect(secret.startsWith(`of_${env}_`)).toBe(true);
      expect(parseSecret(secret)).toBe(env);
    });
  });

  it('are refused with any one digit changed (10,000 keys, every kind of slip in turn)', () => {
    many(10_000).forEach((secret, i) => {
      const at = 8 + (i % 48);
      const other = HEX[(HEX.indexOf(secret[at]!) + 1 + (i % 15)) % 16]!;
      expect(parseSecret(secret.slice(0, at) + other + secret.slice(at + 1))).toBeNull();
    });
  });

  it('are refused with two neighbouring digits swapped', () => {
    for (const secret of many(2_000)) {
      for (let at = 8; at < secret.length - 1; at += 7) {
        const swapped = secret.slice(0, at) + secret[at + 1]! + secret[at]! + secret.slice(at + 2);
        if (swapped !== secret) expect(parseSecret(swapped)).toBeNull();
      }
    }
  });

  it('are refused under the other prefix, in capitals, cut, lengthened or surrounded', () => {
    for (const secret of many(200)) {
      const digits = secret.slice(8);
      const wrong = [
        `of_${secret.startsWith('of_live') ? 'test' : 'live'}_${digits}`,
        secret.toUpperCase(),
        secret.slice(0, -1),
        `${secret}0`,
        `${secret}\n`,
        ` ${secret}`,
        `Bearer ${secret}`,
        digits,
        `of_prod_${digits}`,
        secret.replaceAll('_', '-'),
      ];
      for (const text of wrong) expect(parseSecret(text)).toBeNull();
    }
  });

  it('does not take anything invented', () => {
    for (const text of [
      '',
      'of_live_',
      `of_live_${'0'.repeat(48)}`,
      `of_test_${'f'.repeat(48)}`,
      'x'.repeat(100_000),
    ]) {
      expect(parseSecret(text)).toBeNull();
    }
  });

  it('are refused in another shape, also with the checksum that belongs to it', () => {
    for (const covered of [
      `of_prod_${'0'.repeat(40)}`,
      `of_live_${'A'.repeat(40)}`,
      `of_live-${'0'.repeat(40)}`,
      'x'.repeat(48),
    ]) {
      expect(parseSecret(covered + crc32(covered).toString(16).padStart(8, '0'))).toBeNull();
    }
  });

  it('are kept as their SHA-256 alone and shown as prefix, twelve stars and the last four characters', () => {
    const secret = createSecret('test');
    expect(hashSecret(secret)).toBe(`\\x${createHash('sha256').update(secret).digest('hex')}`);
    expect(maskOf('test', lastFourOf(secret))).toBe(`of_test_************${secret.slice(-4)}`);
    expect(prefixOf('live')).toBe('of_live');
  });
});
