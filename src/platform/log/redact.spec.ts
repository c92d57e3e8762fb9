import { redact } from './redact.js';

describe('redact', () => {
  it.each([
    ['an API key', `key of_live_${'a1'.repeat(24)} used`, 'a1a1'],
    ['a token', 'got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'c2lnbmF0dXJl'],
    ['a database password', 'connect postgres://me:s3cret@db:5432/x failed', 's3cret'],
    ['a link’s signature', 'GET /api/assets/a?expires=1&signature=abcDEF123', 'abcDEF123'],
    ['an authorization header', '{"authorization":"Bearer abcdef0123456789"}', 'abcdef0123456789'],
    ['a provider’s token', 'token r8_0123456789abcdefghij', '0123456789abcdefghij'],
  ])('takes out %s', (_what, text, secret) => {
    expect(redact(text)).not.toContain(secret);
  });

  it('leaves ordinary words alone', () => {
    const text = 'prediction pred_0199f0c2 failed: provider_error in 1.5 s at http://127.0.0.1:3000/api';
    expect(redact(text)).toBe(text);
  });
});
