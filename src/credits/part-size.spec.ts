import { PartSize } from './part-size.js';

describe('the size of a part', () => {
  it('doubles while parts are quick, up to 20,000 rows', () => {
    const size = new PartSize();
    const sizes = Array.from({ length: 6 }, () => {
      size.took(10);
      return size.rows;
    });
    expect(sizes).toEqual([4_000, 8_000, 16_000, 20_000, 20_000, 20_000]);
  });

  it('shrinks at once when a part takes longer than a quarter of a second, down to 100 rows', () => {
    const size = new PartSize();
    size.took(500);
    expect(size.rows).toBe(1_000);
    size.took(250);
    expect(size.rows).toBe(1_000);
    size.took(60_000);
    expect(size.rows).toBe(100);
  });

  it('never shrinks below the least it was given', () => {
    const size = new PartSize(10_000);
    expect(size.rows).toBe(10_000);
    size.took(60_000);
    expect(size.rows).toBe(10_000);
  });
});
