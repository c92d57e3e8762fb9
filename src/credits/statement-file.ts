import type { Response } from 'express';
import { sendCsv } from '../platform/http/index.js';
import type { StatementEntry } from './credits.dto.js';
import { STATEMENT_CSV_HEADER, statementCsvLines } from './statement-csv.js';

type Batches = AsyncIterable<StatementEntry[]>;

export async function sendStatement(response: Response, batches: Batches): Promise<void> {
  return sendCsv(response, 'offprint-ledger.csv', STATEMENT_CSV_HEADER, lines(batches));
}

async function* lines(batches: Batches): AsyncGenerator<string> {
  for await (const batch of batches) yield statementCsvLines(batch);
}
