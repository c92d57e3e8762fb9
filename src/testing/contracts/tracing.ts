import assert from 'node:assert/strict';
import {
  MAX_TRACE_CONTEXT,
  type RemoteSpan,
  type Span,
  type SpanAttributes,
  type SpanName,
  type Tracing,
} from '../../platform/tracing/index.js';
import { forEachCase, rigs, type TestRunner } from './runner.js';

/** A span that has ended, as the implementation recorded it. */
export interface EndedSpan {
  name: string;
  /** 32 characters of hex. */
  traceId: string;
  /** 16 characters of hex. */
  spanId: string;
  /** Empty for the first span of a trace. */
  parentSpanId: string;
  /** Milliseconds of the wall clock. */
  startMs: number;
  endMs: number;
  hasFailed: boolean;
  /** All that was recorded of it: names and values of attributes, and the failure. */
  text: string;
}

/** A recorder that records every request. */
export interface TracingRig {
  tracing: Tracing;
  /** Waits until the trace has this many ended spans. @returns them in any order. */
  ended: (traceId: string, count: number) => Promise<EndedSpan[]>;
  close?: () => Promise<void>;
}

/** A recorder of traces for its contract suite. */
export interface TracingFixture {
  /** In the titles of the tests. */
  name: string;
  create: () => Promise<TracingRig>;
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const TRACEPARENT = `00-${TRACE}-${PARENT}-01`;
const CONTEXT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(?: ([\x20-\x7e]{1,512}))?$/;
const BELOW: SpanName[] = ['admission', 'create', 'submit', 'poll', 'find', 'store', 'retry', 'settle'];
/** How exactly a start in the past is recorded. */
const CLOCK_MS = 1_000;
const SECRET = 'secret-of-the-contract';
const UNREADABLE = [
  ['an empty text', ''],
  ['a word', 'trace'],
  ['only zeros', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`],
  ['a trace id of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
  ['the forbidden version', `ff-${TRACE}-${PARENT}-01`],
  ['ids in capitals', TRACEPARENT.toUpperCase()],
  ['a missing part', `00-${TRACE}-${PARENT}`],
  ['a long text', 'a'.repeat(100_000)],
] as const;

/** Declares the tests that every `Tracing` must pass. */
export function tracingContract({ describe, it }: TestRunner, { name, create }: TracingFixture): void {
  const withRig = rigs(create);
  const begin = ({ tracing }: TracingRig, headers: Record<string, string> = {}): Span => {
    const span = tracing.beginRequest('POST', headers);
    assert.ok(span, 'the rig records every request');
    return span;
  };

  describe(`${name} as a recorder of traces`, () => {
    it('a request without a context begins a trace of its own, and its headers are its context', () =>
      withRig((rig) => {
        const [one, two] = [begin(rig), begin(rig)];
        assert.notEqual(idsOf(one).traceId, idsOf(two).traceId);
      }));

    it('continues the trace of a caller', () =>
      withRig(async (rig) => {
        const span = begin(rig, { traceparent: TRACEPARENT });
        const { traceId, spanId } = idsOf(span);
        assert.equal(traceId, TRACE);
        assert.notEqual(spanId, PARENT);
        span.end(null);
        const [ended] = await rig.ended(TRACE, 1);
        assert.deepEqual([ended!.spanId, ended!.parentSpanId], [spanId, PARENT]);
      }));

    forEachCase({ it }, 'a caller’s context of %s begins a new trace', UNREADABLE, (traceparent) =>
      withRig((rig) => {
        assert.notEqual(idsOf(begin(rig, { traceparent })).traceId, TRACE);
      }),
    );

    it('a caller’s state makes no context longer than a row holds', () =>
      withRig((rig) => {
        const members = Array.from({ length: 40 }, (_, index) => `vendor${index}=${'x'.repeat(200)}`);
        for (const tracestate of [members.join(','), 'x'.repeat(100_000), `a=${'é'.repeat(300)}`, '\n'])
          idsOf(begin(rig, { traceparent: TRACEPARENT, tracestate }).begin('create'));
      }));

    it('records the spans below a request with their names, values, parents and failures', () =>
      withRig(async (rig) => {
        const request = begin(rig);
        request.annotate({ method: 'POST', route: '/api/generate', status: 201, requestId: 'request-1' });
        const below = BELOW.map((each) => request.begin(each, { predictionId: `prediction-of-${each}` }));
        const inner = below[1]!.begin('admission', { provider: 'engine-1', attempt: 7, outcome: 'done' });
        inner.end('provider_error');
        for (const span of below) span.end(null);
        request.end(null);
        const spans = await rig.ended(idsOf(request).traceId, BELOW.length + 2);
        const ofSpan = (span: Span) => spans.find(({ spanId }) => spanId === idsOf(span).spanId)!;
        BELOW.forEach((each, index) => {
          const ended = ofSpan(below[index]!);
          assert.deepEqual(
            [ended.name, ended.parentSpanId, ended.hasFailed],
            [each, idsOf(request).spanId, false],
          );
          assert.match(ended.text, new RegExp(`prediction-of-${each}`));
        });
        const failed = ofSpan(inner);
        assert.deepEqual([failed.parentSpanId, failed.hasFailed], [idsOf(below[1]!).spanId, true]);
        for (const value of ['engine-1', '7', 'done', 'provider_error'])
          assert.ok(failed.text.includes(value));
        for (const value of ['/api/generate', '201', 'request-1'])
          assert.ok(ofSpan(request).text.includes(value));
        for (const { startMs, endMs } of spans) assert.ok(startMs <= endMs);
      }));

    it('another process continues the trace of a row, from the time it is given', () =>
      withRig(async (rig) => {
        const created = begin(rig).begin('create');
        const { traceId, spanId } = idsOf(created);
        const remote = resume(rig.tracing, created.context);
        const before = performance.timeOrigin + performance.now();
        const queue = remote.begin('queue', { predictionId: 'prediction-1' }, 60_000);
        const submit = resume(rig.tracing, queue.context).begin('submit');
        submit.end(null);
        queue.end('expired');
        created.end(null);
        const spans = await rig.ended(traceId, 3);
        const [ofQueue, ofSubmit] = [queue, submit].map((span) =>
          spans.find((each) => each.spanId === idsOf(span).spanId)!,
        );
        assert.deepEqual([ofQueue!.name, ofQueue!.parentSpanId, ofQueue!.hasFailed], ['queue', spanId, true]);
        assert.ok(Math.abs(ofQueue!.startMs - (before - 60_000)) < CLOCK_MS);
        assert.deepEqual([ofSubmit!.name, ofSubmit!.parentSpanId], ['submit', idsOf(queue).spanId]);
        assert.ok(ofSubmit!.startMs > before - CLOCK_MS);
      }));

    forEachCase({ it }, 'cannot resume %s, and returns null', UNREADABLE, (context) =>
      withRig(({ tracing }) => {
        assert.equal(tracing.resume(context), null);
      }),
    );

    it('records nothing beside the attributes of the port', () =>
      withRig(async (rig) => {
        const span = begin(rig, { authorization: SECRET, cookie: SECRET, 'x-api-key': SECRET });
        const more = { prompt: SECRET, outcome: 'done' } as SpanAttributes;
        span.annotate(more);
        const below = span.begin('create', more);
        below.end(null);
        span.end(null);
        for (const { text } of await rig.ended(idsOf(span).traceId, 2)) {
          assert.ok(text.includes('done'));
          assert.ok(!text.includes(SECRET) && !text.includes('undefined'));
        }
      }));

    it('no method throws or returns a promise, in whatever order and with whatever values they are called', () =>
      withRig((rig) => {
        const span = begin(rig, { traceparent: TRACEPARENT });
        const values: SpanAttributes[] = [
          {},
          { route: undefined, status: undefined },
          { status: Number.NaN, attempt: -1, delayMs: Infinity },
          { outcome: 'x'.repeat(100_000), modelKey: '\u0000\ud800' },
        ];
        const calls: (() => unknown)[] = values.flatMap((attributes) => [
          () => span.annotate(attributes),
          () => end(span.begin('create', attributes), 'x'.repeat(1_000)),
        ]);
        const remote = resume(rig.tracing, span.context);
        for (const agoMs of [-1_000, 0, 1e12]) calls.push(() => end(remote.begin('queue', {}, agoMs), null));
        calls.push(
          () => end(span, null),
          () => end(span, null),
        );
        for (const call of calls) assert.equal(call(), undefined);
        span.annotate({ status: 200 });
        idsOf(span.begin('settle'));
        assert.equal(
          rig.tracing.beginRequest('', { traceparent: ['a', 'b'] as never }) instanceof Promise,
          false,
        );
      }));
  });
}

/** @throws when the context or the headers of the span are none of W3C's, or differ. */
function idsOf({ context, headers }: Span): { traceId: string; spanId: string } {
  const [, traceId, spanId, state] =
    CONTEXT.exec(context) ?? assert.fail(`no context: ${context.slice(0, 100)}`);
  assert.ok(context.length <= MAX_TRACE_CONTEXT);
  assert.equal(headers.traceparent, context.split(' ')[0]);
  assert.equal(headers.tracestate, state);
  return { traceId: traceId!, spanId: spanId! };
}

/** `end` must return nothing, because a promise could reject. */
const end = (span: Span, failure: string | null): unknown => span.end(failure);

function resume(tracing: Tracing, context: string): RemoteSpan {
  return tracing.resume(context) ?? assert.fail('its own context is readable');
}
