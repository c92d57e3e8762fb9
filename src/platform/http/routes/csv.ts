/** CSV by RFC 4180, with a byte order mark, CRLF, quotes where needed, and no formulas for spreadsheets to run. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Logger } from '@nestjs/common';
import type { Response } from 'express';

const logger = new Logger('csv');

/** EF BB BF in UTF-8: without it Excel reads names in the code page of its system. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A caller who has taken no batch for so long has left, and the file of another one can be sent. */
const STALLED_MS = 20_000;

/** Numbers stay numbers: no caller writes them, and `-4` is no formula. */
export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

/**
 * Streams with backpressure, in constant memory.
 * @param batches lines; the first batch is read before the headers are sent, so that an unavailable database is a 503 and not half a file.
 */
export async function sendCsv(
  response: Response,
  fileName: string,
  header: string,
  batches: AsyncGenerator<string>,
): Promise<void> {
  const first = await batches.next();
  response.set({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'Cache-Control': 'no-store',
  });
  try {
    // One batch ahead of the caller.
    const source = Readable.from(lines(header, first, batches, response), { highWaterMark: 1 });
    await pipeline(source, response);
  } catch (error) {
    // The pipeline has closed the connection, so the reader detects that lines are missing.
    const left = (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (!left) logger.warn(`${fileName} ended early: ${String(error)}`);
  }
}

async function* lines(
  header: string,
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
  response: Response,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + header + (first.done ? '' : first.value);
  for await (const batch of rest) {
    const timer = setTimeout(() => response.destroy(), STALLED_MS);
    try {
      yield batch;
    } finally {
      clearTimeout(timer);
    }
  }
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = escapeFormula(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A quote makes a formula text. https://owasp.org/www-community/attacks/CSV_Injection */
function escapeFormula(text: string): string {
  return /^[=+\-@\t\r\n|%\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
}
