import pg from 'pg';
import { COLUMN_READERS, readTimestamp } from './session.js';

const TIMESTAMPTZ = pg.types.builtins.TIMESTAMPTZ;
const readByDriver = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date | number;

describe('readTimestamp', () => {
  it.each([
    '2026-11-21 19:23:38.123456+00',
    '2026-11-21 19:23:38.1+00',
    '2026-11-21 19:23:38.999999+00',
    '2026-11-21 19:23:38+00',
    '1999-12-31 23:59:59.5+00',
    '0001-01-01 00:00:00+00',
    '2026-11-21 19:23:38.123+05:30',
    '2026-11-21 19:23:38-08',
    '12026-11-21 19:23:38+00',
    '0044-03-15 12:00:00+00 BC',
    'infinity',
    '-infinity',
  ])('reads %s as the driver does', (text) => {
    expect(readTimestamp(text)).toEqual(readByDriver(text));
  });
});

describe('COLUMN_READERS', () => {
  it('reads other types and the binary format as the driver does', () => {
    expect(COLUMN_READERS.getTypeParser(TIMESTAMPTZ, 'text')).toBe(readTimestamp);
    expect(COLUMN_READERS.getTypeParser(TIMESTAMPTZ, 'binary')).not.toBe(readTimestamp);
    expect(COLUMN_READERS.getTypeParser(pg.types.builtins.INT4, 'text')('17')).toBe(17);
    expect(COLUMN_READERS.getTypeParser(pg.types.builtins.JSONB, 'text')('{"a":1}')).toEqual({ a: 1 });
  });
});
