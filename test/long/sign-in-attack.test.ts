/** Password guessing against a known email: the owner can still sign in. */
import { startApp, type TestApp } from '../support/app.js';
import { call, type Json, type Person, register } from '../support/client.js';

let app: TestApp;
beforeAll(async () => {
  // The proxy's header gives every caller an address of its own.
  app = await startApp({ TRUST_PROXY: 'true' });
});
afterAll(() => app.close());

const OWN_ADDRESS = '192.0.2.10';
/** Addresses of different networks. */
const stranger = (index: number) => `203.${index >> 8}.${index & 255}.7`;

interface From {
  address: string;
  cookie?: string;
}

const login = (email: string, password: string, { address, cookie }: From) =>
  call(app.base, 'POST', '/api/auth/login', {
    body: { email, password },
    headers: { 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) },
  });

/** Returns the cookies of a sign-in, as a browser sends them. */
const cookiesOf = (answer: Json): string =>
  answer.headers
    .getSetCookie()
    .map((cookie: string) => cookie.split(';')[0])
    .join('; ');

/** Sends wrong passwords sequentially, each from another address. */
async function guess(person: Person, count: number, first = 0): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = first; index < first + count; index++)
    statuses.push((await login(person.email, `wrong ${index}`, { address: stranger(index) })).status);
  return statuses;
}

/** Starts concurrent guessing. @returns a function that stops it */
function crowd(person: Person, members: number): () => Promise<void> {
  let isOver = false;
  const going = Array.from({ length: members }, async (_, index) => {
    while (!isOver) await login(person.email, 'wrong', { address: stranger(index) });
  });
  return async () => {
    isOver = true;
    await Promise.all(going);
  };
}

it('a known browser signs in without delay, during the attack and after a sign-out', async () => {
  const person = await register(app.base);
  const before = await login(person.email, person.password, { address: OWN_ADDRESS });
  const cookie = cookiesOf(before);
  await call(app.base, 'POST', '/api/auth/logout', { headers: { cookie } });
  await guess(person, 12);
  const stop = crowd(person, 10);
  for (let again = 0; again < 5; again++) {
    // From any address: the browser is identified by its cookie.
    const { status } = await login(person.email, person.password, { address: `198.51.100.${again}`, cookie });
    expect(status).toBe(200);
  }
  await stop();
});

it('an unknown browser is delayed and not rejected, and other accounts are not delayed', async () => {
  const [person, other] = [await register(app.base), await register(app.base)];
  expect(await guess(person, 12)).toEqual(Array(12).fill(401));
  const stop = crowd(person, 10);
  const owner = login(person.email, person.password, { address: OWN_ADDRESS });
  expect((await login(other.email, other.password, { address: OWN_ADDRESS })).status).toBe(200);
  expect((await owner).status).toBe(200);
  await stop();
});

it('one address has 10 wrong passwords for one email, then 429 only for this address', async () => {
  const person = await register(app.base);
  for (let index = 0; index < 10; index++)
    expect((await login(person.email, 'wrong', { address: stranger(500) })).status).toBe(401);
  const refused = await login(person.email, person.password, { address: stranger(500) });
  expect(refused.status).toBe(429);
  expect(refused.body).toEqual({ statusCode: 429, message: expect.any(String) });
  expect((await login(person.email, person.password, { address: OWN_ADDRESS })).status).toBe(200);
});

it('a stolen cookie of a known browser has 10 guesses an hour, and no effect for another email', async () => {
  const [person, other] = [await register(app.base), await register(app.base)];
  const cookie = cookiesOf(await login(person.email, person.password, { address: OWN_ADDRESS }));
  const thief = { address: stranger(600), cookie };
  for (let index = 0; index < 20; index++)
    expect((await login(person.email, 'wrong', thief)).status).toBe(401);
  expect((await login(person.email, person.password, thief)).status).toBe(429);
  for (let index = 0; index < 10; index++)
    expect((await login(other.email, 'wrong', { ...thief, address: stranger(601) })).status).toBe(401);
  expect((await login(other.email, other.password, { ...thief, address: stranger(601) })).status).toBe(429);
});

it('a forged or modified cookie has no effect', async () => {
  const person = await register(app.base);
  const good = cookiesOf(await login(person.email, person.password, { address: OWN_ADDRESS }));
  const [, value = ''] = /offprint_browser=([^;]+)/.exec(good)!;
  const [id = '', subject, issuedAt, signature] = value.split('.');
  const address = stranger(700);
  for (let index = 0; index < 10; index++) await login(person.email, 'wrong', { address });
  const forged = [
    `${'A'.repeat(22)}.${subject}.${issuedAt}.${signature}`,
    `${id}.${subject}.zzzzzz.${signature}`,
    `${id}.${subject}.${issuedAt}.${'A'.repeat(43)}`,
    'nonsense',
    '',
  ];
  for (const cookie of forged) {
    const { status } = await login(person.email, person.password, {
      address,
      cookie: `offprint_browser=${cookie}`,
    });
    expect(status).toBe(429);
  }
  expect((await login(person.email, person.password, { address, cookie: good })).status).toBe(200);
});

it('an unknown email is answered, delayed and rejected like a known one', async () => {
  const email = 'nobody-has-this@example.test';
  const person = await register(app.base);
  for (const name of [email, person.email]) {
    const address = stranger(name === email ? 800 : 801);
    const answers = [];
    for (let index = 0; index < 11; index++) answers.push(await login(name, 'wrong', { address }));
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429]);
  }
});
