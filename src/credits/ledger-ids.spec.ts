import { LedgerIdCipher } from './ledger-ids.js';

const KEY = Buffer.alloc(32, 7);
const cipher = new LedgerIdCipher(KEY, 500n);

describe('the id of a ledger entry', () => {
  it.each(['1', '423', '4294967296', '9223372036854775807'])('is opaque and read back: %s', (id) => {
    const shown = cipher.show(id);
    expect(shown).toMatch(/^led_[0-9a-f]{32}$/);
    expect(cipher.parse(shown)).toBe(id);
    expect(new LedgerIdCipher(KEY, 0n).show(id)).toBe(shown);
  });

  it('tells nothing of its neighbours: of a thousand in a row no two share their beginning, and they are in no order', () => {
    const shown = Array.from({ length: 1000 }, (_, at) => cipher.show(String(at + 1)));
    expect(new Set(shown.map((id) => id.slice(0, 16))).size).toBe(1000);
    const rising = shown.filter((id, at) => at > 0 && id > shown[at - 1]!).length;
    expect(rising).toBeGreaterThan(400);
    expect(rising).toBeLessThan(600);
  });

  it('is another one under another key, and read back by its own alone', () => {
    const other = new LedgerIdCipher(Buffer.alloc(32, 8), 500n);
    expect(other.show('423')).not.toBe(cipher.show('423'));
    expect(other.parse(cipher.show('423'))).toBeNull();
  });

  it.each(['led_1', 'led_423', 'led_500'])('as it was handed out before is still read: %s', (id) => {
    expect(cipher.parse(id)).toBe(id.slice(4));
  });

  it.each([
    ['a number beyond those that were handed out', 'led_501'],
    ['zero', 'led_0'],
    ['a leading zero', 'led_0423'],
    ['a sign', 'led_-1'],
    ['no number', 'led_'],
    ['a number too long for the column', `led_${'9'.repeat(19)}`],
    ['an id that nobody made', `led_${'0'.repeat(32)}`],
    ['one digit less', cipher.show('423').slice(0, -1)],
    ['upper case', cipher.show('423').toUpperCase()],
    ['another kind', cipher.show('423').replace('led_', 'acc_')],
    ['nothing', ''],
  ])('is refused when it is %s', (_what, text) => {
    expect(cipher.parse(text)).toBeNull();
  });

  it('is refused when one digit of it was changed', () => {
    const shown = cipher.show('423');
    for (let at = 4; at < shown.length; at += 1) {
      const digit = shown[at] === '0' ? '1' : '0';
      expect(cipher.parse(shown.slice(0, at) + digit + shown.slice(at + 1))).toBeNull();
    }
  });

  it('on a new installation is never the number itself', () => {
    expect(new LedgerIdCipher(KEY, 0n).parse('led_1')).toBeNull();
  });
});
