import { byOrdinal, Coalescer } from './coalescer.js';

function gate() {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe('Coalescer', () => {
  it('runs all calls that arrive during a statement in one further statement', async () => {
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

  it('rejects only the call whose data the server rejects, and resolves the 63 others', async () => {
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

  it('rejects the calls when the statement returns the wrong number of results', async () => {
    const coalescer = new Coalescer<number, number>(async () => []);
    await expect(coalescer.call(1)).rejects.toThrow('a batch of 1 gave 0 answers');
  });

  it('rejects the waiting calls when the database is unavailable, without another statement', async () => {
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

  it('rejects only the calls at fault, for any SQLSTATE, with few statements', async () => {
    let runs = 0;
    const bad = new Set([3, 17, 18, 99]);
    const coalescer = new Coalescer<number, number>(async (inputs) => {
      runs++;
      if (inputs.some((input) => bad.has(input)))
        throw Object.assign(new Error('index row too large'), { code: '54000' });
      return inputs;
    });
    const results = await Promise.allSettled(Array.from({ length: 100 }, (_, i) => coalescer.call(i)));
    expect(results.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []))).toEqual([...bad]);
    expect(runs).toBeLessThan(50);
  });

  it('gives a timeout only to the slow call, and runs waiting calls meanwhile', async () => {
    const slow = gate();
    const sizes: number[] = [];
    const coalescer = new Coalescer<number, number>(async (inputs) => {
      sizes.push(inputs.length);
      // The first statement waits until the other calls have arrived.
      if (sizes.length === 1) await new Promise((resolve) => setImmediate(resolve));
      // The second timeout waits, as on a server, until the later call has its result.
      if (inputs.includes(13)) {
        if (sizes.length > 2) await slow.opened;
        throw Object.assign(new Error('canceling statement'), { code: '57014' });
      }
      return inputs;
    });
    const first = coalescer.call(0);
    while (sizes.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const together = Promise.allSettled(Array.from({ length: 64 }, (_, i) => coalescer.call(i + 1)));
    await first;
    while (sizes.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(await coalescer.call(1000)).toBe(1000);
    slow.open();
    const rejected = (await together).flatMap(({ status }, at) => (status === 'rejected' ? [at + 1] : []));
    expect(rejected).toEqual([13]);
  });

  it('gives the timeout to all calls when every part of their batch times out again', async () => {
    let runs = 0;
    const coalescer = new Coalescer<number, number>(async () => {
      runs++;
      throw Object.assign(new Error('canceling statement'), { code: '57014' });
    });
    const results = await Promise.allSettled(Array.from({ length: 64 }, (_, i) => coalescer.call(i)));
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(runs).toBe(9);
  });

  it.each([
    ['the client stopped waiting', new Error('Query read timeout')],
    ['the error does not come from the server', new Error('a bug')],
  ])('does not repeat a batch when %s', async (_why, error) => {
    let runs = 0;
    const coalescer = new Coalescer<number, number>(async () => {
      runs++;
      throw error;
    });
    const results = await Promise.allSettled([1, 2, 3].map((input) => coalescer.call(input)));
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(runs).toBe(1);
  });

  it('keeps the calls of one owner together when a batch runs again', async () => {
    const parts: number[][] = [];
    const coalescer = new Coalescer<number, number>(
      async (inputs) => {
        parts.push(inputs);
        // One of nine owners is slow: every statement with one of its calls times out.
        if (inputs.some((input) => input % 9 === 4))
          throw Object.assign(new Error('canceling statement'), { code: '57014' });
        return inputs;
      },
      { ownerOf: (input) => String(input % 9) },
    );
    const results = await Promise.allSettled(Array.from({ length: 90 }, (_, i) => coalescer.call(i)));
    const rejected = results.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []));
    expect(rejected).toEqual(Array.from({ length: 10 }, (_, i) => 9 * i + 4));
  });

  it('puts at most maxBytes into a statement, and runs a larger call alone', async () => {
    const sizes: number[][] = [];
    const coalescer = new Coalescer<number, number>(async (inputs) => (sizes.push(inputs), inputs), {
      weigh: (input) => input,
      maxBytes: 100,
    });
    await Promise.all([40, 60, 1, 500, 99, 1, 1].map((input) => coalescer.call(input)));
    expect(sizes).toEqual([[40, 60], [1], [500], [99, 1], [1]]);
  });

  it('runs a call that is rejected alone only once', async () => {
    let runs = 0;
    const coalescer = new Coalescer<number, number>(async () => {
      runs++;
      throw Object.assign(new Error('bad row'), { code: '23514' });
    });
    await expect(coalescer.call(1)).rejects.toThrow('bad row');
    expect(runs).toBe(1);
  });

  it('puts 100 calls into a statement by default', async () => {
    const sizes: number[] = [];
    const coalescer = new Coalescer<number, number>(async (inputs) => (sizes.push(inputs.length), inputs));
    await Promise.all(Array.from({ length: 101 }, (_, i) => coalescer.call(i)));
    expect(sizes).toEqual([100, 1]);
  });

  it.each([
    [{}, 1],
    [{ lanes: 2 }, 2],
  ])('with %j runs at most %d statements at once', async (options, lanes) => {
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

  it('runs calls again after an idle time and after a failure', async () => {
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

it('puts the rows of a batch in the order of its calls, with null for a call without a row', () => {
  const rows = [{ ord: 2 }, { ord: 0 }];
  expect(byOrdinal(rows, 4)).toEqual([{ ord: 0 }, null, { ord: 2 }, null]);
});
