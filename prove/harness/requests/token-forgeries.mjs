// Forged access tokens. Each is created with Node's own cryptography: a token library could refuse to create what the
// service must reject.
import { createHmac, generateKeyPairSync, hkdfSync, randomUUID, sign } from 'node:crypto';

const encode = (value) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** Derives the signing key of access tokens as the documentation describes. */
export const accessTokenKey = (secret) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'offprint access-tokens', 32));

/** Creates a compact token. @param signer maps the signed text to the signature, or to '' for none */
export function makeToken(header, claims, signer) {
  const covered = `${encode(header)}.${encode(claims)}`;
  return `${covered}.${Buffer.from(signer(covered)).toString('base64url')}`;
}

const hmac =
  (key, hash = 'sha256') =>
  (covered) =>
    createHmac(hash, key).update(covered).digest();
const unsigned = () => '';
const junk = () => Buffer.alloc(32, 7);

/** Returns the claims of a valid token that expires in `seconds`. */
export function goodClaims({ userId, familyId }, seconds = 900) {
  const now = Math.floor(Date.now() / 1000);
  return {
    sub: userId,
    sid: familyId,
    iss: 'offprint',
    aud: 'offprint-dashboard',
    iat: now,
    exp: now + seconds,
  };
}
export const GOOD_HEADER = { alg: 'HS256', typ: 'at+jwt' };

/**
 * Returns forgeries of the service's own tokens.
 * @param secret JWT_SECRET · person, other: {userId, familyId} of two users · attackerUrl target of jku and x5u
 * @returns {[name: string, token: string][]}
 */
export function forgedTokens({ secret, person, other, attackerUrl }) {
  const key = accessTokenKey(secret);
  const good = goodClaims(person);
  const issued = makeToken(GOOD_HEADER, good, hmac(key));
  const now = good.iat;
  const signed = (name, header, claims) => [
    name,
    makeToken({ ...GOOD_HEADER, ...header }, { ...good, ...claims }, hmac(key)),
  ];
  const without = (field) => Object.fromEntries(Object.entries(good).filter(([name]) => name !== field));
  return [
    ...unsignedTokens(good, issued),
    ...wrongKeys(good, secret, attackerUrl),
    ...otherAlgorithms(good, key),
    signed('audience of another service', {}, { aud: 'offprint' }),
    signed('audience with ours as a prefix', {}, { aud: 'offprint-dashboard.evil' }),
    signed('audience list without ours', {}, { aud: ['a', 'b'] }),
    signed('audience empty', {}, { aud: '' }),
    signed('issuer of another service', {}, { iss: 'https://evil.example' }),
    signed('issuer in capitals', {}, { iss: 'OFFPRINT' }),
    signed('issuer with a trailing slash', {}, { iss: 'offprint/' }),
    signed('type JWT', { typ: 'JWT' }),
    signed('type of a refresh token', { typ: 'rt+jwt' }),
    signed('type a list', { typ: ['at+jwt'] }),
    signed('critical extension', { crit: ['exp'] }),
    signed('unencoded payload', { b64: false, crit: ['b64'] }),
    signed('expired an hour ago', {}, { iat: now - 7200, exp: now - 3600 }),
    signed('expired a minute ago', {}, { exp: now - 60 }),
    signed('expiry as text', {}, { exp: String(now + 900) }),
    signed('expiry null', {}, { exp: null }),
    signed('not valid before tomorrow', {}, { nbf: now + 86_400 }),
    signed('unknown subject', {}, { sub: randomUUID() }),
    signed('subject of another user', {}, { sub: other.userId }),
    signed('sign-in of another user', {}, { sid: other.familyId }),
    signed('unknown sign-in', {}, { sid: randomUUID() }),
    signed('sign-in that is SQL', {}, { sid: "' or true --" }),
    signed('subject an object', {}, { sub: { $ne: null } }),
    signed('subject in capitals', {}, { sub: person.userId.toUpperCase() }),
    ...['sub', 'sid', 'iss', 'aud', 'exp'].map((field) => [
      `no ${field}`,
      makeToken(GOOD_HEADER, without(field), hmac(key)),
    ]),
    ...damaged(issued, other),
  ];
}

function unsignedTokens(good, issued) {
  const kept = issued.split('.')[2];
  return ['none', 'None', 'nOnE', 'NONE'].flatMap((alg) => {
    const bare = makeToken({ alg, typ: 'at+jwt' }, good, unsigned);
    return [
      [`alg ${alg}, no signature`, bare],
      [`alg ${alg}, the signature of a real one`, bare + kept],
      [`alg ${alg}, junk`, makeToken({ alg, typ: 'at+jwt' }, good, junk)],
    ];
  });
}

function wrongKeys(good, secret, attackerUrl) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'mine', alg: 'RS256', use: 'sig' };
  const rs256 = (covered) => sign('sha256', Buffer.from(covered), privateKey);
  const own = Buffer.from('a key of the attacker, long enough to be one');
  const asset = Buffer.from(hkdfSync('sha256', secret, '', 'offprint asset links', 32));
  const octet = { kty: 'oct', k: own.toString('base64url') };
  const withHeader = (name, header, signer) => [name, makeToken({ ...GOOD_HEADER, ...header }, good, signer)];
  return [
    withHeader('empty key', {}, hmac('')),
    withHeader('the secret itself instead of the key derived from it', {}, hmac(secret)),
    withHeader('the key of output links', {}, hmac(asset)),
    withHeader('a key of the attacker', {}, hmac(own)),
    withHeader('jwk in the header, symmetric', { jwk: octet }, hmac(own)),
    withHeader('jwk in the header, RSA', { alg: 'RS256', jwk }, rs256),
    withHeader('jku', { alg: 'RS256', jku: `${attackerUrl}/jku`, kid: 'mine' }, rs256),
    withHeader('x5u', { alg: 'RS256', x5u: `${attackerUrl}/x5u`, kid: 'mine' }, rs256),
    withHeader(
      'x5c',
      { alg: 'RS256', x5c: [publicKey.export({ type: 'spki', format: 'der' }).toString('base64')] },
      rs256,
    ),
    withHeader('HS256 with a public key as text', {}, hmac(pem)),
    withHeader('kid an empty file', { kid: '../../../../dev/null' }, hmac('')),
    withHeader('kid a known file', { kid: '/proc/sys/kernel/ostype' }, hmac('Linux\n')),
    withHeader('kid SQL', { kid: "x' union select 'k' --" }, hmac('k')),
    withHeader('kid a command', { kid: '| id' }, hmac('')),
  ];
}

function otherAlgorithms(good, key) {
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const ed = generateKeyPairSync('ed25519').privateKey;
  const made = (alg, signer) => [`alg ${alg}`, makeToken({ ...GOOD_HEADER, alg }, good, signer)];
  return [
    made('HS384', hmac(key, 'sha384')),
    made('HS512', hmac(key, 'sha512')),
    made('hs256', hmac(key)),
    made('HS256 ', hmac(key)),
    made('', hmac(key)),
    made(null, hmac(key)),
    made(['HS256'], hmac(key)),
    made('ES256', (covered) => sign('sha256', Buffer.from(covered), { key: ec, dsaEncoding: 'ieee-p1363' })),
    made('ES256, the all-zero signature', () => Buffer.alloc(64)),
    made('EdDSA', (covered) => sign(null, Buffer.from(covered), ed)),
    made('dir', junk),
  ];
}

/** Returns damaged copies of a valid token. */
function damaged(issued, other) {
  const [header, claims, signature] = issued.split('.');
  const changed = { ...JSON.parse(Buffer.from(claims, 'base64url')), sub: other.userId, role: 'admin' };
  const flipped = Buffer.from(signature, 'base64url');
  flipped[0] ^= 1;
  return [
    ['no signature', `${header}.${claims}.`],
    ['two parts', `${header}.${claims}`],
    ['one part', header],
    [
      'signature cut by one byte',
      `${header}.${claims}.${Buffer.from(signature, 'base64url').subarray(0, 31).toString('base64url')}`,
    ],
    ['signature cut to one byte', `${header}.${claims}.${signature.slice(0, 2)}`],
    ['a bit of the signature turned', `${header}.${claims}.${flipped.toString('base64url')}`],
    ['claims cut', `${header}.${claims.slice(0, -4)}.${signature}`],
    ['claims changed', `${header}.${encode(changed)}.${signature}`],
    ['header changed', `${encode({ alg: 'HS256', typ: 'at+jwt', a: 1 })}.${claims}.${signature}`],
    ['a part too many', `${issued}.${signature}`],
    ['five parts, as an encrypted one', `${header}..${claims}.${signature}.${signature}`],
    ['claims that are no object', `${header}.${encode('"text"')}.${signature}`],
    ['claims that are no JSON', `${header}.${encode('{')}.${signature}`],
    ['header that is no JSON', `${encode('{')}.${claims}.${signature}`],
    ['twelve thousand characters', `${header}.${'A'.repeat(12_000)}.${signature}`],
  ];
}

/**
 * Returns forgeries of an identity provider's tokens, most of them with its public key.
 * @param provider {issuer, audience, privateKey, publicKey, kid}
 */
export function forgedOutsideTokens({ issuer, audience, privateKey, publicKey, kid }, attackerUrl) {
  const now = Math.floor(Date.now() / 1000);
  const good = { sub: 'a-user', iss: issuer, aud: audience, iat: now, exp: now + 900 };
  const rs256 = (covered) => sign('sha256', Buffer.from(covered), privateKey);
  const mine = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const byAttacker = (covered) => sign('sha256', Buffer.from(covered), mine.privateKey);
  const jwk = mine.publicKey.export({ format: 'jwk' });
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  const der = publicKey.export({ type: 'spki', format: 'der' });
  const made = (name, header, claims, signer) => [
    `outside: ${name}`,
    makeToken({ alg: 'RS256', typ: 'at+jwt', kid, ...header }, { ...good, ...claims }, signer),
  ];
  return [
    made('HS256 with the public key as PEM', { alg: 'HS256' }, {}, hmac(pem)),
    made('HS256 with the public key as PEM, trimmed', { alg: 'HS256' }, {}, hmac(pem.trim())),
    made('HS256 with the public key as DER', { alg: 'HS256' }, {}, hmac(der)),
    made(
      'HS256 with the public key as JWK',
      { alg: 'HS256' },
      {},
      hmac(JSON.stringify(publicKey.export({ format: 'jwk' }))),
    ),
    made(
      'HS256 with the modulus',
      { alg: 'HS256' },
      {},
      hmac(Buffer.from(publicKey.export({ format: 'jwk' }).n, 'base64url')),
    ),
    made('none', { alg: 'none' }, {}, unsigned),
    made('nOnE with junk', { alg: 'nOnE' }, {}, junk),
    made('signed by an attacker, same kid', {}, {}, byAttacker),
    made('signed by an attacker, jwk', { jwk }, {}, byAttacker),
    made('signed by an attacker, jku', { jku: `${attackerUrl}/jku` }, {}, byAttacker),
    made('signed by an attacker, x5u', { x5u: `${attackerUrl}/x5u` }, {}, byAttacker),
    made('unknown kid', { kid: 'unknown' }, {}, byAttacker),
    made('kid a path', { kid: '../jwks' }, {}, byAttacker),
    made('audience of another service', {}, { aud: 'another' }, rs256),
    made('issuer with a trailing slash', {}, { iss: `${issuer}/` }, rs256),
    made('expired', {}, { exp: now - 120 }, rs256),
    made('no expiry', {}, { exp: undefined }, rs256),
    made('not valid yet', {}, { nbf: now + 3600 }, rs256),
    made('no subject', {}, { sub: undefined }, rs256),
    made('type of a logout token', { typ: 'logout+jwt' }, {}, rs256),
    made('critical extension', { crit: ['x'], x: 1 }, {}, rs256),
    made('RS512', { alg: 'RS512' }, {}, (covered) => sign('sha512', Buffer.from(covered), privateKey)),
    made('our own issuer, their key', {}, { iss: 'offprint', aud: 'offprint-dashboard' }, rs256),
  ];
}

/** Creates a valid token of the identity provider: without it, a service that rejects every token would pass. */
export function outsideToken({ issuer, audience, privateKey, kid }, subject) {
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: subject, iss: issuer, aud: audience, iat: now, exp: now + 900 };
  return makeToken({ alg: 'RS256', typ: 'at+jwt', kid }, claims, (covered) =>
    sign('sha256', Buffer.from(covered), privateKey),
  );
}
