import { SignedLinks } from './signed-links.js';

const SECRET = 'a secret of at least thirty-two characters';
const NAME = 'predictions/pred_1/0.png';
const EXPIRES = new Date('2026-11-20T12:00:00.700Z');
const BEFORE = new Date('2026-11-20T11:59:59.999Z');
const AT = new Date('2026-11-20T12:00:00.000Z');

describe('signed links', () => {
  const links = new SignedLinks(SECRET);
  const minted = links.parse(links.mint({ name: NAME, expiresAt: EXPIRES }))!;

  it('mints a path with the expiry in whole seconds and a base64url signature', () => {
    expect(links.mint({ name: NAME, expiresAt: EXPIRES })).toMatch(
      /^\/api\/assets\/predictions\/pred_1\/0\.png\?expires=1795176000&signature=[A-Za-z0-9_-]{43}$/,
    );
  });

  it('mints the same link for the same file and time', () => {
    expect(links.mint({ name: NAME, expiresAt: EXPIRES })).toBe(
      links.mint({ name: NAME, expiresAt: EXPIRES }),
    );
  });

  it('mints an absolute link with a base URL, and calls a function for each link', () => {
    expect(
      new SignedLinks(SECRET, 'https://api.example.com').mint({ name: NAME, expiresAt: EXPIRES }),
    ).toMatch(/^https:\/\/api\.example\.com\/api\/assets\//);
    let base: string | null = null;
    const late = new SignedLinks(SECRET, () => base);
    expect(late.mint({ name: NAME, expiresAt: EXPIRES })).toMatch(/^\/api/);
    base = 'http://127.0.0.1:4000';
    expect(late.mint({ name: NAME, expiresAt: EXPIRES })).toMatch(/^http:\/\/127\.0\.0\.1:4000\/api/);
  });

  it('accepts its own link until the second of its expiry', () => {
    expect(links.verify(minted.name, minted.expires, minted.signature, BEFORE)).toBe('ok');
    expect(links.verify(minted.name, minted.expires, minted.signature, AT)).toBe('expired');
  });

  it('accepts a link of another process with the same secret, and none of another secret', () => {
    expect(new SignedLinks(SECRET).verify(minted.name, minted.expires, minted.signature, BEFORE)).toBe('ok');
    expect(new SignedLinks(`${SECRET}!`).verify(minted.name, minted.expires, minted.signature, BEFORE)).toBe(
      'bad',
    );
  });

  it.each([
    ['another file', { name: 'predictions/pred_1/1.png' }],
    ['a file outside', { name: '../secret' }],
    ['a later expiry', { expires: '1795176001' }],
    ['an expiry spelled differently', { expires: '01795176000' }],
    ['an expiry that is no number', { expires: '1e99' }],
    ['a negative expiry', { expires: '-1' }],
    ['no expiry', { expires: '' }],
    ['no signature', { signature: '' }],
    ['a truncated signature', { signature: minted.signature.slice(0, -1) }],
    ['a longer signature', { signature: `${minted.signature}A` }],
    ['another signature', { signature: 'A'.repeat(43) }],
    ['a signature of other characters', { signature: 'é'.repeat(43) }],
  ])('rejects %s', (_case, change) => {
    const { name, expires, signature } = { ...minted, ...change };
    expect(links.verify(name, expires, signature, BEFORE)).toBe('bad');
  });

  it('rejects every other base64 text of the same signature bytes', () => {
    const last = minted.signature.at(-1)!;
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const other of alphabet.replace(last, '')) {
      const signature = minted.signature.slice(0, -1) + other;
      expect(links.verify(minted.name, minted.expires, signature, BEFORE)).toBe('bad');
    }
  });

  it('does not report a forged link as expired', () => {
    expect(links.verify(minted.name, '1', 'A'.repeat(43), BEFORE)).toBe('bad');
  });

  it('mints no link to an invalid name', () => {
    expect(() => links.mint({ name: '../secret', expiresAt: EXPIRES })).toThrow();
  });

  it('recognizes its own links', () => {
    const based = new SignedLinks(SECRET, 'https://api.example.com');
    const link = based.mint({ name: NAME, expiresAt: EXPIRES });
    expect(based.parse(link)).toEqual(minted);
    expect(based.parse(link.replace('https://api.example.com', ''))).toEqual(minted);
    expect(based.parse(link.replace('https://api.example.com', 'HTTPS://API.example.com:443'))).toEqual(
      minted,
    );
    expect(based.parse(link.replace('api.example.com', 'evil.example.net'))).toBeNull();
    expect(based.parse(link.replace('api.example.com', 'api.example.com.evil.net'))).toBeNull();
    expect(based.parse('https://api.example.com/api/keys')).toBeNull();
    expect(based.parse('data:image/png;base64,AAAA')).toBeNull();
  });
});
