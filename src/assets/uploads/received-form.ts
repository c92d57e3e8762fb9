/** For routes that follow the interface of others. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Request } from 'express';
import { AppError, type ErrorDetail, validationFailed } from '../../platform/errors/index.js';
import { findMalformed } from '../../platform/http/index.js';
import { createFormParser, feedForm } from './form-parser.js';
import { receiveBody } from './received-file.js';

const LIMITS = { fields: 64, fieldSize: 64 * 1024, files: 8, parts: 72, headerPairs: 20 };
/** Names no part, for errors of the whole form. */
const FORM = 'body';

/** A form: its fields in their order, and what was returned for each of its files. */
export interface ReceivedForm<T> {
  fields: [name: string, value: string][];
  files: [name: string, received: T][];
}

/**
 * Reads a `multipart/form-data` body: at most 64 fields of 64 KiB and 8 files, which `take` consumes while they arrive, each before the
 * next. When it rejects, the rest of the body is discarded within bounds.
 * @throws 400 for a form that is malformed or has too many parts; 408 for one that stalls; the errors of `take`.
 */
export async function receiveForm<T>(
  request: Request,
  take: (field: string, file: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<ReceivedForm<T>> {
  return receiveBody(request, async (body) => {
    const form = await readForm(request.headers, body, take);
    const malformed = form.fields.flatMap(([name, value]) => findMalformed({ [name]: value }));
    if (malformed.length > 0) throw validationFailed(malformed);
    return form;
  });
}

async function readForm<T>(
  headers: IncomingHttpHeaders,
  body: AsyncIterable<Uint8Array>,
  take: (field: string, file: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<ReceivedForm<T>> {
  const parser = createFormParser(headers, LIMITS, {
    field: FORM,
    message: 'must be a form with a boundary',
  });
  const fields: ReceivedForm<T>['fields'] = [];
  const files: Promise<[string, T]>[] = [];
  let fail!: (error: Error) => void;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  failed.catch(() => undefined);
  const reject = (detail: ErrorDetail) => fail(validationFailed([detail]));

  parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    if (nameTruncated || valueTruncated)
      reject({ field: name, message: `must not have more than ${LIMITS.fieldSize} bytes` });
    else fields.push([name, value]);
  });
  parser.on('file', (name, file) => {
    const taken = takeFile(name, file, take);
    taken.catch(fail);
    files.push(taken);
  });
  for (const event of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
    parser.on(event, () => reject({ field: FORM, message: 'must not have more than 64 fields and 8 files' }));
  parser.on('error', () => reject(INCOMPLETE));
  const closed = new Promise<void>((resolve) => parser.on('close', resolve));

  const fed = feedForm(parser, body);
  fed.catch(fail);
  try {
    const everything = fed.then(() => closed).then(() => Promise.all(files));
    return { fields, files: await Promise.race([failed, everything]) };
  } finally {
    parser.destroy();
    await Promise.allSettled(files);
  }
}

const INCOMPLETE = { field: FORM, message: 'is not complete: the form ends early or is malformed' };

async function takeFile<T>(
  name: string,
  file: Readable,
  take: (field: string, file: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<[string, T]> {
  // An early end of the form: the parser reports it too.
  file.on('error', () => undefined);
  try {
    return [name, await take(name, chunksOf(file))];
  } finally {
    // The parser waits for the end of a file that is not read.
    file.resume();
  }
}

/** The parser's own error at an early end becomes a 400. */
async function* chunksOf(file: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of file) yield chunk as Uint8Array;
  } catch (error) {
    throw error instanceof AppError ? error : validationFailed([INCOMPLETE]);
  }
}
