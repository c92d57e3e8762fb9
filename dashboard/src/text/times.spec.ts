import { calendarDay, duration, endOfDay, localTime, ofLocalTime, relativeTime, startOfDay } from './times';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const ago = (seconds: number) => relativeTime(new Date(NOW - seconds * 1000).toISOString(), NOW);

describe('relative time', () => {
  it.each([
    [0, 'just now'],
    [59, 'just now'],
    [60, '1 min. ago'],
    [3599, '59 min. ago'],
    [7200, '2 hr. ago'],
    [86_400, 'yesterday'],
    [6 * 86_400, '6 days ago'],
  ])('%d seconds are “%s”', (seconds, text) => {
    expect(ago(seconds)).toBe(text);
  });

  it('is a date after more than a week', () => {
    expect(ago(8 * 86_400)).not.toContain('ago');
  });

  it('names the year of a date in another year only', () => {
    expect(ago(-365 * 86_400)).toContain('2027');
    expect(ago(-30 * 86_400)).not.toContain('2026');
  });

  it('is counted for a time to come too', () => {
    expect(ago(-7200)).toBe('in 2 hr.');
  });
});

describe('a calendar day', () => {
  it('is the same day in every time zone', () => {
    expect(calendarDay('2026-11-01')).toContain('1');
    expect(calendarDay('2026-11-30')).toContain('30');
  });

  it('ends when the next day starts, also at the end of a month and of a year', () => {
    expect(endOfDay('2026-11-20')).toBe(startOfDay('2026-11-21'));
    expect(endOfDay('2026-11-30')).toBe(startOfDay('2026-12-01'));
    expect(endOfDay('2026-12-31')).toBe(startOfDay('2027-01-01'));
  });
});

describe('a local time', () => {
  it('is the instant that it was made of, to the second', () => {
    const iso = '2026-03-09T04:05:06.789Z';
    expect(localTime(iso)).toMatch(/^2026-03-\d\d \d\d:\d\d:06$/);
    expect(ofLocalTime(localTime(iso))).toBe('2026-03-09T04:05:06.000Z');
  });
});

describe('a duration', () => {
  it.each([
    [0, '0 s'],
    [59.4, '59 s'],
    [60, '1 min 0 s'],
    [125, '2 min 5 s'],
    [3599.6, '1 hr 0 min'],
    [11_459, '3 hr 10 min'],
    [86_399, '23 hr 59 min'],
    [187_300, '2 d 4 hr'],
    [-3, '0 s'],
  ])('%d seconds are “%s”', (seconds, text) => {
    expect(duration(seconds)).toBe(text);
  });
});
