import { FailedAuthThrottle, FAILURES_PER_MINUTE } from './failed-auth.throttle.js';
import { sourceOf } from './source-address.js';

describe('FailedAuthThrottle', () => {
  const throttle = new FailedAuthThrottle();

  it('blocks an address after its failures of a minute, and nobody else', async () => {
    for (let i = 0; i < FAILURES_PER_MINUTE; i++) {
      expect(await throttle.hit('192.0.2.1')).toEqual({ isBlocked: false, retryAfterSeconds: 0 });
    }
    const refused = await throttle.hit('192.0.2.1');
    expect(refused.isBlocked).toBe(true);
    expect(refused.retryAfterSeconds).toBeGreaterThanOrEqual(1);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(60);
    expect(await throttle.hit('192.0.2.2')).toEqual({ isBlocked: false, retryAfterSeconds: 0 });
  });
});

describe('sourceOf', () => {
  it('takes IPv4 as it is, also wrapped in IPv6, and IPv6 by its /64', () => {
    expect(sourceOf('192.0.2.1')).toBe('192.0.2.1');
    expect(sourceOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(sourceOf('2001:db8:a:2::1')).toBe('2001:db8:a:2::/64');
    expect(sourceOf('2001:db8:1:2::1')).toBe(sourceOf('2001:db8:1:2:ffff::9'));
    expect(sourceOf('2001:db8:1:2::1')).not.toBe(sourceOf('2001:db8:1:3::1'));
    expect(sourceOf('fe80::1%eth0')).toBe(sourceOf('fe80::2'));
    // What a caller is called whose connection is gone.
    expect(sourceOf('unknown')).toBe('unknown');
    expect(sourceOf('nonsense')).toBe('unknown');
    expect(sourceOf('')).toBe('unknown');
    expect(sourceOf('192.0.2.1:4711')).toBe('192.0.2.1');
    expect(sourceOf('[2001:db8:1:2::1]:4711')).toBe(sourceOf('2001:db8:1:2::9'));
    expect(sourceOf(`fe80::1%${'x'.repeat(7_000)}`)).toBe('unknown');
    expect(sourceOf('1'.repeat(7_000))).toBe('unknown');
  });
});
