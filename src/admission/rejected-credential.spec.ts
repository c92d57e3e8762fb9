import { createOperatorSecret, createSecret } from '../keys/index.js';
import { type CredentialKind, messageOfRejected } from './rejected-credential.js';

const key = createSecret('live');
const ops = createOperatorSecret();
const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const wrongDigit = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');

const messageOf = (headers: Record<string, string>, wanted: CredentialKind = 'API key', url = '/api/x') =>
  messageOfRejected({ headers, url }, wanted);
const bearer = (credential: string, wanted?: CredentialKind) =>
  messageOf({ authorization: `Bearer ${credential}` }, wanted);

const UNKNOWN = 'The API key is unknown, expired, disabled or revoked.';
const INCOMPLETE = /^The API key is not complete or mistyped: after of_live_ or of_test_ come 48 hex/;
const ALONE = /^After the word Bearer comes the API key alone/;

it.each<[what: string, headers: Record<string, string>, message: RegExp]>([
  ['nothing', {}, /^The API key is missing\. Send it as "Authorization: Bearer <API key>"\.$/],
  ['an empty header', { authorization: '' }, /^The API key is missing\./],
  ['X-Api-Key', { 'x-api-key': key }, /^The API key is not read from the header x-api-key\./],
  ['Api-Key', { 'api-key': key }, /^The API key is not read from the header api-key\./],
  ['no Bearer', { authorization: key }, /^The word Bearer is missing before the key\./],
  ['Basic', { authorization: 'Basic dTpw' }, /^The scheme of the Authorization header must be Bearer\./],
  ['Token', { authorization: `Token ${key}` }, /^The scheme of the Authorization header must be Bearer\./],
  ['ApiKey', { authorization: `ApiKey ${key}` }, /^The scheme of the Authorization header must be Bearer\./],
  [
    'Bearer:',
    { authorization: `Bearer: ${key}` },
    /^The scheme of the Authorization header must be Bearer\./,
  ],
  ['Bearer alone', { authorization: 'Bearer' }, /^The API key is missing after the word Bearer\./],
  ['quotes', { authorization: `Bearer "${key}"` }, ALONE],
  ['brackets', { authorization: `Bearer <${key}>` }, ALONE],
  ['Bearer twice', { authorization: `Bearer Bearer ${key}` }, ALONE],
  ['a space inside', { authorization: `Bearer ${key.slice(0, 20)} ${key.slice(20)}` }, ALONE],
  ['a placeholder', { authorization: 'Bearer of_live_your_key' }, INCOMPLETE],
  ['a cut key', { authorization: `Bearer ${key.slice(0, -1)}` }, INCOMPLETE],
  ['a wrong digit', { authorization: `Bearer ${wrongDigit}` }, INCOMPLETE],
  ['capitals', { authorization: `Bearer ${key.toUpperCase()}` }, INCOMPLETE],
  ['a masked key', { authorization: 'Bearer of_live_************1a2b' }, INCOMPLETE],
  [
    'another service’s key',
    { authorization: 'Bearer sk-abc123' },
    /^This is not an API key of this service: those begin with of_live_ or/,
  ],
  [
    'an operator key',
    { authorization: `Bearer ${ops}` },
    /^This is an operator key; this endpoint takes an API key\.$/,
  ],
  [
    'a dashboard token',
    { authorization: `Bearer ${token}` },
    /^This is an access token of the dashboard; this endpoint takes an API key\.$/,
  ],
])('%s where an API key is needed', (_what, headers, message) => {
  const said = messageOf(headers);
  expect(said).toMatch(message);
  for (const secret of [key, ops, token, 'dTpw', 'sk-abc123', '1a2b']) expect(said).not.toContain(secret);
});

it('says the same of every key of the right form, whatever has become of it', () => {
  expect([bearer(key), bearer(createSecret('test')), bearer(createSecret('live'))]).toEqual([
    UNKNOWN,
    UNKNOWN,
    UNKNOWN,
  ]);
});

it('warns of a key in the address', () => {
  expect(messageOf({}, 'API key', `/api/models?api_key=${key}`)).toMatch(
    /^The API key is not read from the address, which logs keep\./,
  );
});

it.each<[what: string, credential: string, wanted: CredentialKind, message: string]>([
  [
    'an API key',
    key,
    'access token',
    'This is an API key; this endpoint takes an access token of the dashboard.',
  ],
  [
    'an operator key',
    ops,
    'access token',
    'This is an operator key; this endpoint takes an access token of the dashboard.',
  ],
  ['a wrong token', token, 'access token', 'The access token is invalid or expired.'],
  ['a token of another form', 'opaque', 'access token', 'The access token is invalid or expired.'],
  ['an operator key', ops, 'operator key', 'The operator key is unknown, expired or revoked.'],
])('%s (%s) where an %s is needed', (_what, credential, wanted, message) => {
  expect(bearer(credential, wanted)).toBe(message);
});

it('names both kinds where a route takes both', () => {
  const headers = { authorization: `Bearer ${ops}` };
  expect(messageOfRejected({ headers, url: '/' }, 'API key', 'access token')).toBe(
    'This is an operator key; this endpoint takes an API key or an access token of the dashboard.',
  );
});
