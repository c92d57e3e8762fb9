/**
 * What receives the traces of the service: `test/telemetry/receiver`, or OpenTelemetry's Collector, which sends what it
 * received as JSON to a server of this process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import type { Json } from '../support/client.js';
import { freePort } from '../support/ports.js';
import { temporaryDirectory, until } from '../support/service-process.js';

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  /** Empty for a root. */
  parentSpanId: string;
  traceState: string;
  name: string;
  /** 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  /** Milliseconds of the wall clock. */
  startMs: number;
  endMs: number;
  hasFailed: boolean;
  attributes: Record<string, string | number | boolean>;
  resource: Record<string, string | number | boolean>;
}

const KINDS = ['', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];

export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** All that was received, as text. */
  text = '';

  private constructor(
    readonly endpoint: string,
    private readonly end: () => Promise<void>,
  ) {}

  static async start(): Promise<OtlpReceiver> {
    const lines: string[] = [];
    const hear = {
      line: (text: string): void => {
        lines.push(text);
      },
    };
    const { endpoint, end } = process.env.OTLP_COLLECTOR
      ? await startCollector(process.env.OTLP_COLLECTOR, (text) => hear.line(text))
      : await startReceiver(process.env.OTLP_RECEIVER!, (text) => hear.line(text));
    const receiver = new OtlpReceiver(endpoint, end);
    hear.line = (text) => receiver.add(text);
    return receiver;
  }

  /** Waits until a trace has these spans. @returns all of its spans so far. */
  async trace(traceId: string, ...names: string[]): Promise<ReceivedSpan[]> {
    return until(() => {
      const spans = this.spans.filter((span) => span.traceId === traceId);
      return names.every((name) => spans.some((span) => span.name === name)) ? spans : null;
    });
  }

  stop(): Promise<void> {
    return this.end();
  }

  private add(text: string): void {
    this.text += text;
    for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans ?? [])
      for (const { spans } of scopeSpans)
        for (const span of spans) this.spans.push(readSpan(span, valuesOf(resource.attributes)));
  }
}

/** The Collector writes ids in hex and kinds as numbers, the JSON of Protobuf in base64 and as names. */
function readSpan(span: Json, resource: ReceivedSpan['resource']): ReceivedSpan {
  const idOf = (id = '') =>
    /^[0-9a-f]*$/.test(id) && id.length % 16 === 0 ? id : Buffer.from(id, 'base64').toString('hex');
  const kind = typeof span.kind === 'number' ? span.kind : KINDS.indexOf(span.kind.replace('SPAN_KIND_', ''));
  return {
    traceId: idOf(span.traceId),
    spanId: idOf(span.spanId),
    parentSpanId: idOf(span.parentSpanId),
    traceState: span.traceState ?? '',
    name: span.name,
    kind,
    startMs: Number(span.startTimeUnixNano) / 1e6,
    endMs: Number(span.endTimeUnixNano) / 1e6,
    hasFailed: [2, 'STATUS_CODE_ERROR'].includes(span.status?.code),
    attributes: valuesOf(span.attributes),
    resource,
  };
}

const valuesOf = (attributes: Json[] = []): Record<string, string | number | boolean> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      'intValue' in value ? Number(value.intValue) : (Object.values(value)[0] as string),
    ]),
  );

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

async function startReceiver(program: string, onLine: (text: string) => void) {
  const child = spawn(program, [], { stdio: ['pipe', 'pipe', 'inherit'] });
  const output = createInterface({ input: child.stdout });
  const [port] = (await once(output, 'line')) as [string];
  output.on('line', onLine);
  return { endpoint: `http://127.0.0.1:${port}`, end: () => endOf(child) };
}

async function startCollector(program: string, onLine: (text: string) => void) {
  const sink = createServer((request, response) => {
    void json(request).then((body) => {
      onLine(JSON.stringify(body));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(sink, 'listening');
  const port = await freePort();
  const config = {
    receivers: { otlp: { protocols: { http: { endpoint: `127.0.0.1:${port}` } } } },
    exporters: {
      otlp_http: {
        endpoint: `http://127.0.0.1:${(sink.address() as AddressInfo).port}`,
        encoding: 'json',
        compression: 'none',
        sending_queue: { enabled: false },
      },
    },
    service: {
      telemetry: { metrics: { level: 'none' } },
      pipelines: { traces: { receivers: ['otlp'], exporters: ['otlp_http'] } },
    },
  };
  const file = join(await temporaryDirectory(), 'collector.json');
  await writeFile(file, JSON.stringify(config));
  const child = spawn(program, ['--config', file], { stdio: ['ignore', 'inherit', 'pipe'] });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  await until(() => {
    if (child.exitCode !== null) throw new Error(`the Collector ended:\n${log}`);
    return log.includes('Everything is ready');
  });
  return {
    endpoint: `http://127.0.0.1:${port}`,
    end: async () => {
      await endOf(child);
      sink.closeAllConnections();
      sink.close();
    },
  };
}
