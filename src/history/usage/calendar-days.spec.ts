import { Calendar, isTimeZone } from './calendar-days.js';

const startOf = (zone: string, date: string) => new Calendar(zone).startOf(date).toISOString();

describe('a time zone', () => {
  it.each([
    'UTC',
    'Europe/Berlin',
    'Asia/Kolkata',
    'Asia/Calcutta',
    'America/Argentina/Buenos_Aires',
    'Etc/GMT+8',
  ])('%s is one', (name) => expect(isTimeZone(name)).toBe(true));

  it.each([
    '',
    'Mars/Olympus',
    '+01:00',
    '01:00',
    'Europe/Berlin ',
    'a'.repeat(65),
    "UTC'; --",
    5,
    null,
    undefined,
  ])('%j is none', (name) => expect(isTimeZone(name)).toBe(false));
});

describe('the beginning of a day', () => {
  it.each([
    ['UTC', '2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['Europe/Berlin', '2026-11-20', '2026-11-19T23:00:00.000Z'],
    ['Europe/Berlin', '2026-07-01', '2026-06-30T22:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-20', '2026-11-19T18:30:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-20', '2026-11-19T10:00:00.000Z'],
    ['Etc/GMT+12', '2026-11-20', '2026-11-20T12:00:00.000Z'],
  ])('%s, %s: %s', (zone, date, instant) => expect(startOf(zone, date)).toBe(instant));

  it('is one o’clock where midnight was skipped', () => {
    // In Santiago the clocks go from 24:00 to 01:00.
    expect(startOf('America/Santiago', '2026-09-06')).toBe('2026-09-06T04:00:00.000Z');
    expect(new Calendar('America/Santiago').dateOf(new Date('2026-09-06T03:59:59.999Z'))).toBe('2026-09-05');
  });
});

describe('the beginning of a day whose midnight comes twice', () => {
  it.each([
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00.000Z'],
    ['Asia/Amman', '2021-10-29', '2021-10-28T21:00:00.000Z'],
  ])('is the first of the two: %s, %s', (zone, date, instant) => expect(startOf(zone, date)).toBe(instant));
});

describe('days until now', () => {
  it('are the requested number, end with today, and are consecutive', () => {
    const days = new Calendar('Europe/Berlin').daysUntil(new Date('2026-11-20T23:30:00Z'), 30);
    expect(days).toHaveLength(30);
    expect(days[0]!.date).toBe('2026-10-23');
    expect(days.at(-1)).toEqual({ date: '2026-11-21', startsAt: new Date('2026-11-20T23:00:00Z') });
  });

  it('are 25 and 23 hours long when the clocks change', () => {
    const hours = (instant: string, zone: string) => {
      const [first, second] = new Calendar(zone).daysUntil(new Date(instant), 2);
      return (second!.startsAt.getTime() - first!.startsAt.getTime()) / 3_600_000;
    };
    expect(hours('2026-10-26T12:00:00Z', 'Europe/Berlin')).toBe(25);
    expect(hours('2026-03-30T12:00:00Z', 'Europe/Berlin')).toBe(23);
    expect(hours('2026-11-20T12:00:00Z', 'Europe/Berlin')).toBe(24);
    expect(hours('2026-10-05T12:00:00Z', 'Australia/Lord_Howe')).toBe(23.5);
  });
});

describe('days between two instants', () => {
  it('begin with the first instant and stop before the last', () => {
    const from = new Date('2026-11-18T12:00:00Z');
    const days = new Calendar('UTC').daysBetween(from, new Date('2026-11-20T00:00:00Z'));
    expect(days).toEqual([
      { date: '2026-11-18', startsAt: from },
      { date: '2026-11-19', startsAt: new Date('2026-11-19T00:00:00Z') },
    ]);
  });

  it('of a whole year are complete, once each, in any zone', () => {
    for (const zone of ['UTC', 'Europe/Berlin', 'America/Santiago', 'Pacific/Apia', 'Africa/Cairo']) {
      const from = new Calendar(zone).startOf('2026-01-01');
      const days = new Calendar(zone).daysBetween(from, new Calendar(zone).startOf('2027-01-01'));
      expect(new Set(days.map(({ date }) => date)).size).toBe(365);
      expect([days[0]!.date, days.at(-1)!.date]).toEqual(['2026-01-01', '2026-12-31']);
    }
  });

  it('include a day that a zone skipped, with no time in it', () => {
    // Samoa went from 29 to 31 December 2011.
    const calendar = new Calendar('Pacific/Apia');
    const days = calendar.daysBetween(calendar.startOf('2011-12-29'), calendar.startOf('2012-01-01'));
    const starts = days.map(({ date, startsAt }) => `${date} ${startsAt.toISOString()}`);
    expect(starts).toEqual([
      '2011-12-29 2011-12-29T10:00:00.000Z',
      '2011-12-30 2011-12-30T10:00:00.000Z',
      '2011-12-31 2011-12-30T10:00:00.000Z',
    ]);
  });
});
