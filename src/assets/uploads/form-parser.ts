import type { IncomingHttpHeaders } from 'node:http';
import busboy from 'busboy';
import { type ErrorDetail, validationFailed } from '../../platform/errors/index.js';

export type FormParser = ReturnType<typeof busboy>;

/** @throws 400 with `refusal` when the headers have no boundary. */
export function createFormParser(
  headers: IncomingHttpHeaders,
  limits: Parameters<typeof busboy>[0]['limits'],
  refusal: ErrorDetail,
): FormParser {
  try {
    return busboy({ headers, limits });
  } catch {
    throw validationFailed([refusal]);
  }
}

/**
 * Writes the body no faster than the parser is read. Once the parser is destroyed, the rest of the body is discarded, so that the
 * connection carries the next request. Rejects with the errors of the body.
 */
export async function feedForm(parser: FormParser, body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of body) {
    if (!parser.destroyed && !parser.write(chunk)) await drained(parser);
  }
  if (!parser.destroyed) parser.end();
}

function drained(parser: FormParser): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      parser.off('drain', done).off('close', done);
      resolve();
    };
    parser.once('drain', done).once('close', done);
  });
}
