import { Writable } from 'node:stream';
import { JsonLogger } from './json-logger.js';
import { type DroppedLines, ProcessOutput } from './process-output.js';

/** As Node.js makes standard output: an error does not close it. */
class Reader extends Writable {
  taken: string[] = [];
  failure: string | null = null;
  isReading = true;
  private waiting: (() => void)[] = [];

  constructor() {
    super({ decodeStrings: false });
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    callback(error);
    (this as unknown as { _undestroy(): void })._undestroy();
  }

  override _write(line: string, _encoding: string, callback: (error?: Error | null) => void): void {
    const finish = () => {
      if (this.failure === null) this.taken.push(line);
      callback(this.failure === null ? null : Object.assign(new Error('no'), { code: this.failure }));
    };
    if (this.isReading) finish();
    else this.waiting.push(finish);
  }

  readAll(): void {
    this.isReading = true;
    for (const finish of this.waiting.splice(0)) finish();
  }
}

const turns = () => new Promise((resolve) => setTimeout(resolve, 5));

it.each(['EPIPE', 'ENOSPC', 'EIO', 'EAGAIN', 'EDQUOT', 'ECONNRESET'])(
  '%s drops lines, counts them, and is reported once when lines are taken again',
  async (code) => {
    const stream = new Reader();
    const output = new ProcessOutput(stream);
    const reports: DroppedLines[] = [];
    const write = (line: string) => output.write(line, (dropped) => void reports.push(dropped));
    write('1\n');
    stream.failure = code;
    write('2\n');
    write('3\n');
    await turns();
    write('4\n');
    await turns();
    expect([stream.taken, output.dropped, reports]).toEqual([['1\n'], 3, []]);
    stream.failure = null;
    write('5\n');
    await turns();
    write('6\n');
    await turns();
    expect(stream.taken).toEqual(['1\n', '5\n', '6\n']);
    expect(reports).toEqual([{ lines: 3, reason: code }]);
  },
);

it('drops lines beyond a bound while nobody reads, and loses none that waited', async () => {
  const stream = new Reader();
  stream.isReading = false;
  const output = new ProcessOutput(stream);
  const reports: DroppedLines[] = [];
  const line = `${'x'.repeat(1023)}\n`;
  for (let count = 0; count < 3000; count += 1) output.write(line, (dropped) => void reports.push(dropped));
  expect(stream.writableLength).toBeLessThanOrEqual(1024 * 1024 + line.length);
  expect(output.dropped).toBe(3000 - 1025);
  stream.readAll();
  await turns();
  expect(stream.taken).toHaveLength(1025);
  expect(reports).toEqual([{ lines: 3000 - 1025, reason: 'slow reader' }]);
});

it.each(['json', 'pretty'] as const)('a log (%s) says how many lines it has lost', async (format) => {
  const stream = new Reader();
  const logger = new JsonLogger({ level: 'info', format }, stream);
  stream.failure = 'EPIPE';
  logger.log('lost', 'test');
  await turns();
  stream.failure = null;
  logger.log('kept', 'test');
  await turns();
  expect(stream.taken).toHaveLength(2);
  expect(stream.taken[0]).toContain('kept');
  if (format === 'json')
    expect(JSON.parse(stream.taken[1]!)).toMatchObject({
      level: 40,
      context: 'log',
      lines: 1,
      reason: 'EPIPE',
      msg: 'lines of the log were dropped',
    });
  else
    expect(stream.taken[1]).toMatch(
      /WARN {2}log .*lines of the log were dropped \{"lines":1,"reason":"EPIPE"\}/,
    );
});
