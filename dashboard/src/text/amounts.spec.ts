import { byteSize } from './amounts';

describe('a size in bytes', () => {
  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1500, '1.5 KB'],
    [250_000_000, '250 MB'],
    [12_345_678_901, '12.3 GB'],
    [2_000_000_000_000, '2.0 TB'],
  ])('%d is “%s”', (bytes, text) => {
    expect(byteSize(bytes)).toBe(text);
  });
});
