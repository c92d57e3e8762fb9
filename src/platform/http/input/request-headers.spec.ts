import { readPreferredWait } from './request-headers.js';

it.each([
  [undefined, null],
  ['', null],
  ['wait=10', 10],
  ['wait=0', 0],
  ['WAIT=10', 10],
  ['wait = 10', 10],
  ['wait="10"', 10],
  ['wait=10; why=slow', 10],
  ['respond-async, wait=10', 10],
  ['foo="a, wait=1", wait=7', 7],
  ['wait=10, wait=20', 10],
  ['handling=lenient,wait=5,return=minimal', 5],
  ['wait', null],
  ['wait=', null],
  ['wait=-1', null],
  ['wait=1.5', null],
  ['wait=soon', null],
  ['wait=1e3', null],
  ['await=10', null],
  ['return=minimal', null],
  [`${'a,'.repeat(600)}wait=1`, null],
])('of %j the wait is %j', (header, seconds) => {
  expect(readPreferredWait(header)).toBe(seconds);
});
