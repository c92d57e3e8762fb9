import {
  FAILED_LOGINS_PER_EMAIL,
  REGISTRATIONS_PER_EMAIL,
  REQUESTS_PER_ADDRESS,
  SignInThrottle,
} from './throttles.js';

const wrong = async () => null;
const right = async () => 'user';
const refusal = {
  code: 'rate_limited',
  status: 429,
  headers: { 'Retry-After': expect.stringMatching(/^([1-9]|[1-5]\d|60)$/) },
};

describe('SignInThrottle', () => {
  let throttle: SignInThrottle;
  beforeEach(() => {
    throttle = new SignInThrottle();
  });

  it('lets an address sign in and register 100 times a minute each, and no other address is touched', async () => {
    for (let i = 0; i < REQUESTS_PER_ADDRESS; i++) throttle.countAddress('login', '192.0.2.1');
    expect(() => throttle.countAddress('login', '192.0.2.1')).toThrow(expect.objectContaining(refusal));
    throttle.countAddress('register', '192.0.2.1');
    throttle.countAddress('login', '192.0.2.2');
  });

  it('lets an email be registered 10 times a minute', async () => {
    for (let i = 0; i < REGISTRATIONS_PER_EMAIL; i++) throttle.countRegistration('ada@example.com');
    expect(() => throttle.countRegistration('ada@example.com')).toThrow(expect.objectContaining(refusal));
    throttle.countRegistration('bob@example.com');
  });

  it('blocks an email after 10 wrong passwords, then the right one as well, and no other email', async () => {
    for (let i = 0; i < FAILED_LOGINS_PER_EMAIL; i++) {
      expect(await throttle.guardLogin('ada@example.com', wrong)).toBeNull();
    }
    await expect(throttle.guardLogin('ada@example.com', right)).rejects.toMatchObject(refusal);
    expect(await throttle.guardLogin('bob@example.com', right)).toBe('user');
  });

  it('never counts a right password', async () => {
    for (let i = 0; i < 50; i++) expect(await throttle.guardLogin('ada@example.com', right)).toBe('user');
    expect(
      await Promise.all(Array.from({ length: 50 }, () => throttle.guardLogin('ada@example.com', right))),
    ).toHaveLength(50);
  });

  it('checks 10 of 100 parallel guesses and no more', async () => {
    let checks = 0;
    const guess = async () => {
      checks++;
      await new Promise((resolve) => setImmediate(resolve));
      return null;
    };
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, () => throttle.guardLogin('ada@example.com', guess)),
    );
    expect(checks).toBe(FAILED_LOGINS_PER_EMAIL);
    expect(results.filter((result) => result.status === 'rejected')).toHaveLength(90);
  });

  it('lets the next one in after a check that failed for another reason', async () => {
    const broken = async () => Promise.reject(new Error('database away'));
    await expect(throttle.guardLogin('ada@example.com', broken)).rejects.toThrow('database away');
    expect(await throttle.guardLogin('ada@example.com', right)).toBe('user');
  });
});
