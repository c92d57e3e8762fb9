import type { Request, Response } from 'express';
import { sendCsv, sendJson, wantsFile } from '../platform/http/index.js';
import type { AdminAuditQuery } from './audit.dto.js';
import { ADMIN_AUDIT_CSV_HEADER, adminAuditCsv } from './audit-csv.js';
import type { AuditEventsReader } from './audit-events.reader.js';

export const AUDIT_FILE_NAME = 'offprint-audit.csv';
export const ABOUT_AUDIT =
  'Filters combine. A page reads 2,000 events at most: with several filters it can have fewer items than `limit`, or none, and still a ' +
  '`nextCursor`. `Accept: text/csv` returns all pages in one file.';

/**
 * Sends a page, or a file when the request asks for one.
 * @param isNamed whether the caller may know people: see `AuditEventsReader.listAll`.
 */
export async function sendAdminAudit(
  { events, isNamed }: { events: AuditEventsReader; isNamed: boolean },
  query: AdminAuditQuery,
  request: Request,
  response: Response,
): Promise<void> {
  const lines = () => adminAuditCsv(events.batchesOfAll(query, isNamed));
  const send = () => sendCsv(response, AUDIT_FILE_NAME, ADMIN_AUDIT_CSV_HEADER, lines());
  if (wantsFile(request, response)) return events.sendFile(null, send);
  sendJson(response, await events.listAll(query, isNamed));
}
