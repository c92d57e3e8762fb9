import { LedgerIdCipher } from './ledger-ids.js';

const KEY = Buffer.alloc(32, 7);
const cipher = new LedgerIdCipher(KEY, 500n);

describe('the id of a ledger entry', () => {
  it.each(['1', '423', '4294967296', '9223372036854775807'])('is opaque and can be parsed: %s', (id) => {
    const publicId = cipher.encrypt(id);
    expect(publicId).toMatch(/^led_[0-9a-f]{32}$/);
    expect(cipher.parse(publicId)).toBe(id);
    expect(new LedgerIdCipher(KEY, 0n).encrypt(id)).toBe(publicId);
  });

  it('reveals nothing about its neighbours: of 1,000 in a row no two share a prefix, and they are in no order', () => {
    const publicIds = Array.from({ length: 1000 }, (_, at) => cipher.encrypt(String(at + 1)));
    expect(new Set(publicIds.map((id) => id.slice(0, 16))).size).toBe(1000);
    const rising = publicIds.filter((id, at) => at > 0 && id > publicIds[at - 1]!).length;
    expect(rising).toBeGreaterThan(400);
    expect(rising).toBeLessThan(600);
  });

  it('is different under another key, and only its own key parses it', () => {
    const other = new LedgerIdCipher(Buffer.alloc(32, 8), 500n);
    expect(other.encrypt('423')).not.toBe(cipher.encrypt('423'));
    expect(other.parse(cipher.encrypt('423'))).toBeNull();
  });

  it.each(['led_1', 'led_423', 'led_500'])('in the earlier, counted form is still parsed: %s', (id) => {
    expect(cipher.parse(id)).toBe(id.slice(4));
  });

  it.each([
    ['a number after the last counted id', 'led_501'],
    ['zero', 'led_0'],
    ['a leading zero', 'led_0423'],
    ['a sign', 'led_-1'],
    ['no number', 'led_'],
    ['a number too long for the column', `led_${'9'.repeat(19)}`],
    ['not encrypted with this key', `led_${'0'.repeat(32)}`],
    ['one digit less', cipher.encrypt('423').slice(0, -1)],
    ['upper case', cipher.encrypt('423').toUpperCase()],
    ['another kind', cipher.encrypt('423').replace('led_', 'acc_')],
    ['nothing', ''],
  ])('is rejected when it is %s', (_what, text) => {
    expect(cipher.parse(text)).toBeNull();
  });

  it('is rejected when one digit of it was changed', () => {
    const publicId = cipher.encrypt('423');
    for (let at = 4; at < publicId.length; at += 1) {
      const digit = publicId[at] === '0' ? '1' : '0';
      expect(cipher.parse(publicId.slice(0, at) + digit + publicId.slice(at + 1))).toBeNull();
    }
  });

  it('is never the number itself on a new installation', () => {
    expect(new LedgerIdCipher(KEY, 0n).parse('led_1')).toBeNull();
  });
});
