import { Coalescer } from './coalescer.js';

function gate() {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe('Coalescer', () => {
  it('answers everything that arrived while a statement ran with one further statement', async () => {
    const batches: number[][] = [];
    const first = gate();
    const coalescer = new Coalescer<number, number>(async (inputs) => {
      batches.push(inputs);
      if (batches.length === 1) await first.opened;
      return inputs.map((input) => input * 10);
    });
    const one = coalescer.call(1);
    while (batches.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const rest = [2, 3, 4].map((input) => coalescer.call(input));
    first.open();
    expect(await Promise.all([one, ...rest])).toEqual([10, 20, 30, 40]);
    expect(batches).toEqual([[1], [2, 3, 4]]);
  });

  it('fails only the call whose data is refused, and answers its 63 neighbours', async () => {
    const coalescer = new Coalescer<number, number>(async (inputs) => {
      if (inputs.includes(13)) throw Object.assign(new Error('bad row'), { code: '23514' });
      return inputs;
    });
    const results = await Promise.allSettled(Array.from({ length: 64 }, (_, i) => coalescer.call(i)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(63);
    expect(results[13]).toMatchObject({ status: 'rejected' });
  });

  it('does not repeat a statement whose outcome is unknown', async () => {
    let runs = 0;
    const coalescer = new Coalescer<number, number>(async () => {
      runs++;
      throw Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });
    });
    const results = await Promise.allSettled([1, 2, 3].map((input) => coalescer.call(input)));
    expect(results.every((result) => result.status === 'rejected')).toBe(true);
    expect(runs).toBe(1);
  });

  it('refuses a statement that gave the wrong number of answers', async () => {
    const coalescer = new Coalescer<number, number>(async () => []);
    await expect(coalescer.call(1)).rejects.toThrow('a batch of 1 gave 0 answers');
  });

  it('fails everything that waits behind a database that is away, without asking it again', async () => {
    let runs = 0;
    const first = gate();
    const coalescer = new Coalescer<number, number>(async () => {
      runs++;
      await first.opened;
      throw Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });
    });
    const one = coalescer.call(1);
    while (runs === 0) await new Promise((resolve) => setImmediate(resolve));
    const rest = [2, 3].map((input) => coalescer.call(input));
    first.open();
    const results = await Promise.allSettled([one, ...rest]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(runs).toBe(1);
  });

  it('fails a batch for a fault of the statement once, and serves whoever waits behind it', async () => {
    const batches: number[][] = [];
    const coalescer = new Coalescer<number, number>(
      async (inputs) => {
        batches.push(inputs);
        if (batches.length === 1) throw Object.assign(new Error('no such column'), { code: '42703' });
        return inputs;
      },
      { maxBatch: 2 },
    );
    const results = await Promise.allSettled([1, 2, 3].map((input) => coalescer.call(input)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect(batches).toEqual([[1, 2], [3]]);
  });

  it('tries a call that is refused alone only once', async () => {
    let runs = 0;
    const coalescer = new Coalescer<number, number>(async () => {
      runs++;
      throw Object.assign(new Error('bad row'), { code: '23514' });
    });
    await expect(coalescer.call(1)).rejects.toThrow('bad row');
    expect(runs).toBe(1);
  });

  it('puts 100 calls into a statement unless told otherwise', async () => {
    const sizes: number[] = [];
    const coalescer = new Coalescer<number, number>(async (inputs) => (sizes.push(inputs.length), inputs));
    await Promise.all(Array.from({ length: 101 }, (_, i) => coalescer.call(i)));
    expect(sizes).toEqual([100, 1]);
  });

  it.each([
    [{}, 1],
    [{ lanes: 2 }, 2],
  ])('has, by %j, at most so many statements under way', async (options, lanes) => {
    const open: (() => void)[] = [];
    const coalescer = new Coalescer<number, number>(
      (inputs) => new Promise((resolve) => open.push(() => resolve(inputs))),
      { ...options, maxBatch: 1 },
    );
    const calls = Promise.all([1, 2, 3].map((input) => coalescer.call(input)));
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect(open).toHaveLength(lanes);
    for (let answered = 0; answered < 3; answered += 1) {
      open[answered]!();
      await turn();
    }
    expect(await calls).toEqual([1, 2, 3]);
  });

  it('takes up calls again after it had nothing to do, and after a failure', async () => {
    let runs = 0;
    const coalescer = new Coalescer<number, number>(async (inputs) => {
      if ((runs += 1) === 1) throw new Error('once');
      return inputs;
    });
    await expect(coalescer.call(1)).rejects.toThrow('once');
    await new Promise((resolve) => setImmediate(resolve));
    expect(await coalescer.call(2)).toBe(2);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await coalescer.call(3)).toBe(3);
  });
});
