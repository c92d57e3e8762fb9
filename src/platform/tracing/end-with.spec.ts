import { endWith, nameOfError } from './end-with.js';
import type { Span } from './tracing.js';

function createSpan() {
  const ends: (string | null)[] = [];
  return { ends, span: { end: (failure: string | null) => ends.push(failure) } as unknown as Span };
}

it('returns the work itself when nothing is recorded', () => {
  const work = Promise.resolve(1);
  expect(endWith(null, work)).toBe(work);
});

it('ends the span with the work, and passes its result and its error on', async () => {
  const { span, ends } = createSpan();
  expect(await endWith(span, Promise.resolve(1))).toBe(1);
  const error = Object.assign(new Error('at http://user:secret@host'), { code: 'ECONNREFUSED' });
  await expect(endWith(span, Promise.reject(error))).rejects.toBe(error);
  expect(ends).toEqual([null, 'ECONNREFUSED']);
});

it.each([
  [new TypeError('a secret'), 'TypeError'],
  [Object.assign(new Error('x'), { code: 'a secret with spaces' }), 'Error'],
  ['shutdown', 'shutdown'],
  ['a secret with spaces', 'error'],
  [undefined, 'error'],
])('never names an error by its text: %p', (error, expected) => {
  expect(nameOfError(error)).toBe(expected);
});
