import { createHmac } from 'node:crypto';
import { SignedToken } from './signed-token.js';

const START = Date.UTC(2026, 10, 23);
let now: number;
let token: SignedToken;

beforeEach(() => {
  now = START;
  token = new SignedToken('access-key', 'secret-key', 1800, () => now);
});

const text = async () => (await token.headers()).authorization!.replace('Bearer ', '');
const partsOf = (jwt: string) =>
  jwt
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>);

it('is signed with HS256, names the issuer, and is valid from a moment ago for its lifetime', async () => {
  const jwt = await text();
  const seconds = START / 1000;
  expect(partsOf(jwt)).toEqual([
    { alg: 'HS256', typ: 'JWT' },
    { iss: 'access-key', nbf: seconds - 5, exp: seconds + 1800 },
  ]);
  const [head, payload, signature] = jwt.split('.');
  expect(signature).toBe(createHmac('sha256', 'secret-key').update(`${head}.${payload}`).digest('base64url'));
});

it('is kept until a minute before it ends', async () => {
  const first = await text();
  now += 1_739_000;
  expect(await text()).toBe(first);
  now += 1_000;
  const second = await text();
  expect(second).not.toBe(first);
  expect(partsOf(second)[1]).toMatchObject({ exp: START / 1000 + 1740 + 1800 });
});

it('is one token for requests that start together', async () => {
  expect(new Set(await Promise.all(Array.from({ length: 20 }, text))).size).toBe(1);
});

it('is renewed when the clock is set back to before its start', async () => {
  await text();
  now -= 3_600_000;
  expect(partsOf(await text())[1]).toMatchObject({ nbf: START / 1000 - 3605 });
});

it('lists the keys, the current token and the one before it as secrets', async () => {
  const first = await text();
  now += 1_800_000;
  const second = await text();
  expect(token.secrets()).toEqual([second, first, 'secret-key', 'access-key']);
});
