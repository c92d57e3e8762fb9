import { headersOf, readContext, readStoredContext, toParent, toStoredContext } from './trace-context.js';

const IDS = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const PARENT = `00-${IDS.traceId}-${IDS.spanId}-01`;

it.each([
  undefined,
  '',
  '00',
  `00-${'0'.repeat(32)}-${IDS.spanId}-01`,
  `00-${IDS.traceId}-${'0'.repeat(16)}-01`,
  `ff-${IDS.traceId}-${IDS.spanId}-01`,
  `${PARENT}-more`,
  PARENT.toUpperCase(),
  `${PARENT}, ${PARENT}`,
  'x'.repeat(100_000),
])('reads no context from %.60j', (traceparent) => {
  expect(readContext(traceparent)).toBeNull();
});

it('reads the flag, and a context of a later version', () => {
  expect(readContext(PARENT)).toEqual({ ...IDS, isSampled: true });
  expect(readContext(PARENT.replace(/1$/, '0'))).toEqual({ ...IDS, isSampled: false });
  expect(readContext(`01-${IDS.traceId}-${IDS.spanId}-ff-more`)).toEqual({ ...IDS, isSampled: true });
});

it.each([
  ['vendor=a,other=b', 'vendor=a,other=b'],
  ['vendor=a,not valid,B=1', 'vendor=a'],
  [`v=${'x'.repeat(600)}`, undefined],
  ['vendor=a\r\nheader: b', undefined],
])('carries of the tracestate %.40j the valid members: %j', (given, kept) => {
  expect(readContext(PARENT, given)?.tracestate).toBe(kept);
});

it('a row returns the context that was stored, in at most 568 characters', () => {
  const long = Array.from({ length: 32 }, (_, index) => `vendor${index}=${'y'.repeat(5)}`).join();
  for (const tracestate of [undefined, 'vendor=a,other=b', long]) {
    const context = toParent(readContext(PARENT, tracestate)!);
    const stored = toStoredContext(context);
    expect(stored.length).toBeLessThanOrEqual(568);
    expect(readStoredContext(stored)).toEqual(readContext(PARENT, tracestate));
    expect(headersOf(context).traceparent).toBe(PARENT);
  }
});

it('reads no context from a row that a later release has written otherwise', () => {
  for (const text of ['', ' ', '{"a":1}', 'b3=1-2-3']) expect(readStoredContext(text)).toBeNull();
});
