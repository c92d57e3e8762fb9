import { setMaxListeners } from 'node:events';
import { MemoryAttemptLimits } from '../../admission/index.js';
import {
  FAILURES_OF_ADDRESS,
  FAILURES_OF_BROWSER,
  FAILURES_OF_SIGN_IN,
  REGISTRATIONS,
} from './sign-in-limits.js';
import { SignInRecord } from './sign-in-record.js';
import { FREE_FAILURES, LONGEST_PAUSE_MS, pauseAfter, SignInThrottle } from './throttles.js';

const FAILURES_PER_ADDRESS_AND_EMAIL = FAILURES_OF_ADDRESS.limit;
const FAILURES_PER_BROWSER = FAILURES_OF_BROWSER.limit;
const FAILURES_PER_SIGN_IN = FAILURES_OF_SIGN_IN.limit;
const REGISTRATIONS_PER_EMAIL = REGISTRATIONS.limit;

const wrong = async () => null;
const right = async () => 'user';
const refusal = {
  code: 'rate_limited',
  status: 429,
  headers: { 'Retry-After': expect.stringMatching(/^([1-9]|[1-5]\d|60)$/) },
};
const EMAIL = 'ada@example.com';
/** Each of a network of its own. */
const stranger = (index: number) => `203.0.${index}.1`;

describe('SignInThrottle', () => {
  let throttle: SignInThrottle;
  /** Hangs up whoever still waits when a test is over. */
  let callers: AbortController;
  beforeEach(() => {
    const limits = new MemoryAttemptLimits();
    throttle = new SignInThrottle(limits, new SignInRecord(limits));
    callers = new AbortController();
    setMaxListeners(0, callers.signal);
  });
  afterEach(() => callers.abort());

  const from = (address: string, check: () => Promise<string | null>, email = EMAIL) =>
    throttle.guardLogin({ email, address, browserId: null }, callers.signal, check);
  const known = (check: () => Promise<string | null>, browserId = 'browser-1', address = '192.0.2.1') =>
    throttle.guardLogin({ email: EMAIL, address, browserId }, callers.signal, check);
  const strangersFail = async (count: number) => {
    for (let index = 0; index < count; index++) await from(stranger(index), wrong);
  };

  it('lets an email be registered 10 times a minute', async () => {
    for (let i = 0; i < REGISTRATIONS_PER_EMAIL; i++) await throttle.countRegistration(EMAIL);
    await expect(throttle.countRegistration(EMAIL)).rejects.toMatchObject(refusal);
    await throttle.countRegistration('bob@example.com');
  });

  describe('wrong passwords of one address for one email', () => {
    it('are 10 a minute, then refused with the right one too; no other email and no other address is', async () => {
      for (let i = 0; i < FAILURES_PER_ADDRESS_AND_EMAIL; i++)
        expect(await from('192.0.2.1', wrong)).toBeNull();
      await expect(from('192.0.2.1', right)).rejects.toMatchObject(refusal);
      expect(await from('192.0.2.1', right, 'bob@example.com')).toBe('user');
      expect(await from('198.51.100.7', right)).toBe('user');
    });

    it('are one budget for all addresses of an IPv6 /64', async () => {
      for (let i = 0; i < FAILURES_PER_ADDRESS_AND_EMAIL; i++) await from(`2001:db8::${i + 1}`, wrong);
      await expect(from('2001:db8::ffff', right)).rejects.toMatchObject(refusal);
      expect(await from('2001:db8:0:1::1', right)).toBe('user');
    });

    it('are checked 10 times when 100 come at once', async () => {
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

  it('never counts a right password', async () => {
    for (let i = 0; i < 50; i++) expect(await from('192.0.2.1', right)).toBe('user');
    const atOnce = await Promise.all(Array.from({ length: 50 }, () => from('192.0.2.1', right)));
    expect(atOnce).toHaveLength(50);
  });

  it('lets the next one in after a check that failed for another reason', async () => {
    const broken = async () => Promise.reject(new Error('database away'));
    await expect(from('192.0.2.1', broken)).rejects.toThrow('database away');
    expect(await from('192.0.2.1', right)).toBe('user');
  });

  describe('wrong passwords of strangers', () => {
    it('cost an unknown browser of the owner a bounded time, and no refusal', async () => {
      await strangersFail(FREE_FAILURES);
      // They have failed before and wait behind whoever has not.
      const guesses = Array.from({ length: 30 }, (_, index) =>
        from(stranger(index % FREE_FAILURES), wrong).catch(() => null),
      );
      expect(await from('192.0.2.1', right)).toBe('user');
      callers.abort();
      await Promise.all(guesses);
    });

    it('cost a known browser of the owner nothing, however many there are', async () => {
      await strangersFail(FREE_FAILURES);
      let guessed = 0;
      const guess = async () => {
        guessed++;
        return null;
      };
      for (let index = 0; index < 200; index++) from(stranger(index), guess).catch(() => null);
      await new Promise((resolve) => setImmediate(resolve));
      for (let i = 0; i < 20; i++) expect(await known(right)).toBe('user');
      expect(guessed).toBeLessThanOrEqual(1);
    });

    it('slow down nobody but their own email', async () => {
      await strangersFail(FREE_FAILURES);
      const guesses = Array.from({ length: 30 }, (_, index) =>
        from(stranger(index), wrong).catch(() => null),
      );
      let isOver = false;
      const all = Promise.all(guesses).then(() => (isOver = true));
      expect(await from('192.0.2.1', right, 'bob@example.com')).toBe('user');
      expect(isOver).toBe(false);
      callers.abort();
      await all;
    });

    it('slow down more the more there are, up to a bound', () => {
      const pauses = [0, 9, 10, 20, 30, 40, 1_000].map(pauseAfter);
      expect(pauses).toEqual([0, 0, 500, 1_000, 2_000, 4_000, LONGEST_PAUSE_MS]);
    });
  });

  describe('a known browser', () => {
    it('may fail 10 times an hour and then counts as unknown', async () => {
      for (let i = 0; i < FAILURES_PER_BROWSER; i++) expect(await known(wrong)).toBeNull();
      for (let i = 0; i < FAILURES_PER_ADDRESS_AND_EMAIL; i++) expect(await known(wrong)).toBeNull();
      await expect(known(right)).rejects.toMatchObject(refusal);
      expect(await known(right, 'browser-2')).toBe('user');
    });

    it('is held to that when 100 guesses come at once', async () => {
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

  it('runs two Argon2 checks at once, over all emails, known browsers first', async () => {
    const running: (() => void)[] = [];
    const begun: string[] = [];
    const slow = (name: string) => async () => {
      begun.push(name);
      await new Promise<void>((resolve) => running.push(resolve));
      return name;
    };
    const checks = Array.from({ length: 8 }, (_, i) => from('192.0.2.1', slow(`${i}`), `${i}@example.com`));
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual(['0', '1']);
    const owner = known(slow('owner'));
    await new Promise((resolve) => setImmediate(resolve));
    running.shift()!();
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual(['0', '1', 'owner']);
    while (begun.length < 9 || running.length > 0) {
      running.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all([...checks, owner]);
  });

  it('bounds wrong present passwords of somebody who is signed in, by their sign-in', async () => {
    const no = async () => false;
    for (let i = 0; i < FAILURES_PER_SIGN_IN; i++)
      expect(await throttle.guardCurrent('one', callers.signal, no)).toBe(false);
    await expect(throttle.guardCurrent('one', callers.signal, no)).rejects.toMatchObject({
      code: 'rate_limited',
    });
    expect(await throttle.guardCurrent('two', callers.signal, async () => true)).toBe(true);
  });
});
