import { validate } from 'class-validator';
import { IsCredits } from './is-credits.js';

class Body {
  @IsCredits()
  amount: unknown;
}

async function messagesFor(amount: unknown): Promise<string[]> {
  const [error] = await validate(Object.assign(new Body(), { amount }));
  return Object.values(error?.constraints ?? {});
}

describe('a number of credits', () => {
  it.each([0, 0.001, -0.001, 12.345, 1e1, -1e9, 999_999_999.999])('is %p', async (amount) => {
    expect(await messagesFor(amount)).toEqual([]);
  });

  it.each([
    0.0001,
    1e-7,
    1.00049,
    5e-10,
    1e300,
    NaN,
    Infinity,
    -Infinity,
    '1',
    1n,
    null,
    undefined,
    true,
    [1],
  ])('is not %p', async (amount) => {
    expect(await messagesFor(amount)).toHaveLength(1);
  });

  it('is required by a message with the name of the field', async () => {
    expect(await messagesFor('1')).toEqual(['amount must be a number of credits with at most 3 decimals']);
  });
});
