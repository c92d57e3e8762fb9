import { setMaxListeners } from 'node:events';
import { MemoryAttemptLimits } from '../../admission/index.js';
import { SignInFailures } from './sign-in-failures.js';
import { ADDRESS_FAILURES, BROWSER_FAILURES, REGISTRATIONS, SIGN_IN_FAILURES } from './sign-in-limits.js';
import { FREE_FAILURES, MAX_PAUSE_MS, pauseAfter, SignInThrottle } from './sign-in-throttle.js';

const FAILURES_PER_ADDRESS_AND_EMAIL = ADDRESS_FAILURES.limit;
const FAILURES_PER_BROWSER = BROWSER_FAILURES.limit;
const FAILURES_PER_SIGN_IN = SIGN_IN_FAILURES.limit;
const REGISTRATIONS_PER_EMAIL = REGISTRATIONS.limit;

const wrong = async () => null;
const right = async () => 'user';
const rateLimited = {
  code: 'rate_limited',
  status: 429,
  headers: { 'Retry-After': expect.stringMatching(/^([1-9]|[1-5]\d|60)$/) },
};
const EMAIL = 'ada@example.com';
const attacker = (index: number) => `203.0.${index}.1`;

describe('SignInThrottle', () => {
  let throttle: SignInThrottle;
  let callers: AbortController;
  beforeEach(() => {
    const limits = new MemoryAttemptLimits();
    throttle = new SignInThrottle(limits, new SignInFailures(limits));
    callers = new AbortController();
    setMaxListeners(0, callers.signal);
  });
  afterEach(() => callers.abort());

  const from = (address: string, check: () => Promise<string | null>, email = EMAIL) =>
    throttle.checkLogin({ email, address, browserId: null }, callers.signal, check);
  const known = (check: () => Promise<string | null>, browserId = 'browser-1', address = '192.0.2.1') =>
    throttle.checkLogin({ email: EMAIL, address, browserId }, callers.signal, check);
  const attackersFail = async (count: number) => {
    for (let index = 0; index < count; index++) await from(attacker(index), wrong);
  };

  it('allows 10 registrations of an email per minute', async () => {
    for (let i = 0; i < REGISTRATIONS_PER_EMAIL; i++) await throttle.countRegistration(EMAIL);
    await expect(throttle.countRegistration(EMAIL)).rejects.toMatchObject(rateLimited);
    await throttle.countRegistration('bob@example.com');
  });

  describe('wrong passwords of one address for one email', () => {
    it('are limited to 10 a minute; then the right one is rejected too, but no other email or address', async () => {
      for (let i = 0; i < FAILURES_PER_ADDRESS_AND_EMAIL; i++)
        expect(await from('192.0.2.1', wrong)).toBeNull();
      await expect(from('192.0.2.1', right)).rejects.toMatchObject(rateLimited);
      expect(await from('192.0.2.1', right, 'bob@example.com')).toBe('user');
      expect(await from('198.51.100.7', right)).toBe('user');
    });

    it('share one limit for all addresses of an IPv6 /64', async () => {
      for (let i = 0; i < FAILURES_PER_ADDRESS_AND_EMAIL; i++) await from(`2001:db8::${i + 1}`, wrong);
      await expect(from('2001:db8::ffff', right)).rejects.toMatchObject(rateLimited);
      expect(await from('2001:db8:0:1::1', right)).toBe('user');
    });

    it('are checked 10 times when 100 arrive concurrently', async () => {
      let checks = 0;
      const guess = async () => {
        checks++;
        await new Promise((resolve) => setImmediate(resolve));
        return null;
      };
      const results = await Promise.allSettled(Array.from({ length: 100 }, () => from('192.0.2.1', guess)));
      expect(checks).toBe(FAILURES_PER_ADDRESS_AND_EMAIL);
      expect(results.filter((result) => result.status === 'rejected')).toHaveLength(90);
    });
  });

  it.each([2, 4, 8])('are checked 10 times when 40 arrive at %i processes at once', async (processes) => {
    const limits = new MemoryAttemptLimits();
    const throttles = Array.from(
      { length: processes },
      () => new SignInThrottle(limits, new SignInFailures(limits)),
    );
    const checks = { login: 0, browser: 0, current: 0 };
    const wrongOf = (kind: keyof typeof checks) => async () => {
      checks[kind] += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return null;
    };
    const attempt = { email: EMAIL, address: '192.0.2.1', browserId: null };
    await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => {
        const throttle = throttles[index % processes]!;
        const browser = { ...attempt, email: 'bob@example.com', browserId: 'browser-1' };
        return Promise.allSettled([
          throttle.checkLogin(attempt, callers.signal, wrongOf('login')),
          throttle.checkLogin(browser, callers.signal, wrongOf('browser')),
          throttle.checkCurrentPassword('sign-in-1', callers.signal, async () =>
            Boolean(await wrongOf('current')()),
          ),
        ]);
      }),
    );
    // A known browser has the failures of its address too.
    expect(checks).toEqual({ login: 10, browser: 20, current: 10 });
  });

  it('gives an attempt back when the password was right or was not compared', async () => {
    const limits = new MemoryAttemptLimits();
    const failures = new SignInFailures(limits);
    const throttle = new SignInThrottle(limits, failures);
    const attempt = { email: EMAIL, address: '192.0.2.1', browserId: null };
    for (let i = 0; i < FAILURES_PER_ADDRESS_AND_EMAIL - 1; i++)
      await throttle.checkLogin(attempt, callers.signal, wrong);
    expect(await throttle.checkLogin(attempt, callers.signal, right)).toBe('user');
    const broken = () => Promise.reject(new Error('database unavailable'));
    await expect(throttle.checkLogin(attempt, callers.signal, broken)).rejects.toThrow('database');
    expect(await throttle.checkLogin(attempt, callers.signal, wrong)).toBeNull();
    await expect(throttle.checkLogin(attempt, callers.signal, right)).rejects.toMatchObject(rateLimited);
  });

  it('never counts a right password', async () => {
    for (let i = 0; i < 50; i++) expect(await from('192.0.2.1', right)).toBe('user');
    const atOnce = await Promise.all(Array.from({ length: 50 }, () => from('192.0.2.1', right)));
    expect(atOnce).toHaveLength(50);
  });

  it('continues after a check that failed with an error', async () => {
    const broken = async () => Promise.reject(new Error('database unavailable'));
    await expect(from('192.0.2.1', broken)).rejects.toThrow('database unavailable');
    expect(await from('192.0.2.1', right)).toBe('user');
  });

  describe('wrong passwords of attackers', () => {
    it('delay an unknown browser of the owner for a bounded time, without a rejection', async () => {
      await attackersFail(FREE_FAILURES);
      // Their networks have failed before and rank behind the owner's.
      const guesses = Array.from({ length: 30 }, (_, index) =>
        from(attacker(index % FREE_FAILURES), wrong).catch(() => null),
      );
      expect(await from('192.0.2.1', right)).toBe('user');
      callers.abort();
      await Promise.all(guesses);
    });

    it('never delay a known browser of the owner', async () => {
      await attackersFail(FREE_FAILURES);
      let guessed = 0;
      const guess = async () => {
        guessed++;
        return null;
      };
      for (let index = 0; index < 200; index++) from(attacker(index), guess).catch(() => null);
      await new Promise((resolve) => setImmediate(resolve));
      for (let i = 0; i < 20; i++) expect(await known(right)).toBe('user');
      expect(guessed).toBeLessThanOrEqual(1);
    });

    it('delay only the attacked email', async () => {
      await attackersFail(FREE_FAILURES);
      const guesses = Array.from({ length: 30 }, (_, index) =>
        from(attacker(index), wrong).catch(() => null),
      );
      let isDone = false;
      const all = Promise.all(guesses).then(() => (isDone = true));
      expect(await from('192.0.2.1', right, 'bob@example.com')).toBe('user');
      expect(isDone).toBe(false);
      callers.abort();
      await all;
    });

    it('cause a pause that grows with their number, up to a maximum', () => {
      const pauses = [0, 9, 10, 20, 30, 40, 1_000].map(pauseAfter);
      expect(pauses).toEqual([0, 0, 500, 1_000, 2_000, 4_000, MAX_PAUSE_MS]);
    });
  });

  describe('a known browser', () => {
    it('may fail 10 times an hour and then counts as unknown', async () => {
      for (let i = 0; i < FAILURES_PER_BROWSER; i++) expect(await known(wrong)).toBeNull();
      for (let i = 0; i < FAILURES_PER_ADDRESS_AND_EMAIL; i++) expect(await known(wrong)).toBeNull();
      await expect(known(right)).rejects.toMatchObject(rateLimited);
      expect(await known(right, 'browser-2')).toBe('user');
    });

    it('has that limit for 100 concurrent guesses too', async () => {
      let checks = 0;
      const guess = async () => {
        checks++;
        await new Promise((resolve) => setImmediate(resolve));
        return null;
      };
      await Promise.allSettled(Array.from({ length: 100 }, () => known(guess)));
      expect(checks).toBeLessThanOrEqual(FAILURES_PER_BROWSER + FAILURES_PER_ADDRESS_AND_EMAIL);
    });
  });

  it('runs two Argon2 checks concurrently over all emails, known browsers first', async () => {
    const running: (() => void)[] = [];
    const started: string[] = [];
    const slow = (name: string) => async () => {
      started.push(name);
      await new Promise<void>((resolve) => running.push(resolve));
      return name;
    };
    const checks = Array.from({ length: 8 }, (_, i) => from('192.0.2.1', slow(`${i}`), `${i}@example.com`));
    await new Promise((resolve) => setImmediate(resolve));
    expect(started).toEqual(['0', '1']);
    const owner = known(slow('owner'));
    await new Promise((resolve) => setImmediate(resolve));
    running.shift()!();
    await new Promise((resolve) => setImmediate(resolve));
    expect(started).toEqual(['0', '1', 'owner']);
    while (started.length < 9 || running.length > 0) {
      running.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all([...checks, owner]);
  });

  it('limits wrong current passwords per sign-in', async () => {
    const no = async () => false;
    for (let i = 0; i < FAILURES_PER_SIGN_IN; i++)
      expect(await throttle.checkCurrentPassword('one', callers.signal, no)).toBe(false);
    await expect(throttle.checkCurrentPassword('one', callers.signal, no)).rejects.toMatchObject({
      code: 'rate_limited',
    });
    expect(await throttle.checkCurrentPassword('two', callers.signal, async () => true)).toBe(true);
  });
});
