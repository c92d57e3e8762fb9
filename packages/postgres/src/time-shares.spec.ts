import { TimeShares } from './time-shares.js';

function startShares() {
  const clock = { at: 0 };
  const shares = new TimeShares({ share: 0.25, burstMs: 4_000, fullChargeMs: 50 }, () => clock.at);
  return { shares, clock };
}

describe('shares of time', () => {
  it('gives an owner its burst, then its share', () => {
    const { shares, clock } = startShares();
    expect(shares.hasTime('a', 0)).toBe(true);
    shares.charge('a', 2_000);
    expect(shares.hasTime('a', 0)).toBe(true);
    shares.charge('a', 2_000);
    expect(shares.hasTime('a', 0)).toBe(false);
    expect(shares.waitMs('a')).toBe(4);
    shares.charge('a', 1_000);
    expect(shares.waitMs('a')).toBe(4_004);
    clock.at += 4_004;
    expect(shares.hasTime('a', 0)).toBe(true);
    expect(shares.waitMs('a')).toBe(0);
  });

  it('lets an owner with less than half of its burst run one at a time', () => {
    const { shares } = startShares();
    expect(shares.hasTime('a', 1)).toBe(true);
    shares.charge('a', 2_000);
    expect(shares.hasTime('a', 1)).toBe(false);
    expect(shares.hasTime('a', 0)).toBe(true);
  });

  it('bounds what an owner owes: it waits at most the time in which its burst grows', () => {
    const { shares } = startShares();
    for (let run = 0; run < 20; run += 1) shares.charge('a', 2_000);
    expect(shares.waitMs('a')).toBe(16_004);
  });

  it('charges short runs little: a connection that always runs runs of 6 ms never waits', () => {
    const { shares, clock } = startShares();
    for (let run = 0; run < 10_000; run += 1) {
      clock.at += 6;
      for (let connection = 0; connection < 2; connection += 1) shares.charge('a', 6);
    }
    expect(shares.hasTime('a', 1)).toBe(true);
  });

  it('charges an owner nothing for another, and forgets those that have all their time', () => {
    const { shares, clock } = startShares();
    for (let owner = 0; owner < 100; owner += 1) shares.charge(`owner ${owner}`, 10_000);
    expect(shares.hasTime('b', 1)).toBe(true);
    expect(shares.size).toBe(100);
    clock.at += 60_000;
    shares.charge('b', 100);
    expect(shares.size).toBe(1);
  });
});
