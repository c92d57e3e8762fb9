import { v7 } from 'uuid';
import { firstIdAt, timeOfId } from './id-times.js';

describe('ids and times', () => {
  it('the first id of a millisecond is not after an id of it, and after every id of the millisecond before', () => {
    const milliseconds = Date.UTC(2026, 10, 22, 12, 30, 15, 678);
    expect(firstIdAt(milliseconds) <= v7({ msecs: milliseconds })).toBe(true);
    const latest = v7({ msecs: milliseconds - 1, seq: 2 ** 31 - 1 });
    expect(firstIdAt(milliseconds) > latest).toBe(true);
  });

  it('the time of an id is the one it was made at', () => {
    const milliseconds = Date.UTC(2026, 10, 22, 12, 30, 15, 678);
    expect(timeOfId(v7({ msecs: milliseconds }))).toBe(milliseconds);
    expect(timeOfId(firstIdAt(milliseconds))).toBe(milliseconds);
  });

  it.each([-1, -62_135_596_800_000])(
    'no id is before the first one of a time before 1970: %d',
    (milliseconds) => {
      expect(firstIdAt(milliseconds)).toBe('00000000-0000-0000-0000-000000000000');
    },
  );
});
