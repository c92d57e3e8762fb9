import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Logger } from '@nestjs/common';
import type { Response } from 'express';
import { type LedgerReader, STATEMENT_CSV_HEADER, statementCsvLines } from '../credits/index.js';

const logger = new Logger('statement');

type Batches = ReturnType<LedgerReader['batches']>;

/** Streams a whole statement with backpressure, in constant memory. */
export async function sendStatement(response: Response, batches: Batches): Promise<void> {
  // Reads the first batch before the headers, so that an unavailable database is a 503 and not half a file.
  const first = await batches.next();
  response.set({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': 'attachment; filename="offprint-ledger.csv"',
    'Cache-Control': 'no-store',
  });
  try {
    await pipeline(Readable.from(lines(first, batches)), response);
  } catch (error) {
    // The pipeline has closed the connection, so the reader detects that lines are missing.
    const left = (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (!left) logger.warn(`a statement ended early: ${String(error)}`);
  }
}

async function* lines(first: Awaited<ReturnType<Batches['next']>>, rest: Batches): AsyncGenerator<string> {
  yield STATEMENT_CSV_HEADER;
  if (!first.done) yield statementCsvLines(first.value);
  for await (const batch of rest) yield statementCsvLines(batch);
}
