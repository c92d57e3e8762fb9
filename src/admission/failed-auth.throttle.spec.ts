import { FailedAuthThrottle, FAILURES_PER_MINUTE } from './failed-auth.throttle.js';
import { sourceOf } from './source-address.js';

describe('FailedAuthThrottle', () => {
  const throttle = new FailedAuthThrottle();

  it('blocks only an address with too many failures within a minute', async () => {
    for (let i = 0; i < FAILURES_PER_MINUTE; i++) {
      expect(await throttle.countFailure('192.0.2.1')).toEqual({ isBlocked: false, retryAfterSeconds: 0 });
    }
    const verdict = await throttle.countFailure('192.0.2.1');
    expect(verdict.isBlocked).toBe(true);
    expect(verdict.retryAfterSeconds).toBeGreaterThanOrEqual(1);
    expect(verdict.retryAfterSeconds).toBeLessThanOrEqual(60);
    expect(await throttle.countFailure('192.0.2.2')).toEqual({ isBlocked: false, retryAfterSeconds: 0 });
  });
});

describe('sourceOf', () => {
  it('returns IPv4 unchanged, also when mapped to IPv6, and the /64 of IPv6', () => {
    expect(sourceOf('192.0.2.1')).toBe('192.0.2.1');
    expect(sourceOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(sourceOf('2001:db8:a:2::1')).toBe('2001:db8:a:2::/64');
    expect(sourceOf('2001:db8:1:2::1')).toBe(sourceOf('2001:db8:1:2:ffff::9'));
    expect(sourceOf('2001:db8:1:2::1')).not.toBe(sourceOf('2001:db8:1:3::1'));
    expect(sourceOf('fe80::1%eth0')).toBe(sourceOf('fe80::2'));
    // The address of a caller whose connection has closed.
    expect(sourceOf('unknown')).toBe('unknown');
    expect(sourceOf('nonsense')).toBe('unknown');
    expect(sourceOf('')).toBe('unknown');
    expect(sourceOf('192.0.2.1:4711')).toBe('192.0.2.1');
    expect(sourceOf('[2001:db8:1:2::1]:4711')).toBe(sourceOf('2001:db8:1:2::9'));
    expect(sourceOf(`fe80::1%${'x'.repeat(7_000)}`)).toBe('unknown');
    expect(sourceOf('1'.repeat(7_000))).toBe('unknown');
  });
});
