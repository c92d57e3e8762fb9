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
});
