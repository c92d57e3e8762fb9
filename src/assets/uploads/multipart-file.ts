/** Reads the file of a `multipart/form-data` body that has one part, `file`. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { AppError, validationFailed } from '../../errors/index.js';

const PART = 'file';
const LIMITS = { fields: 0, files: 1, parts: 2, headerPairs: 20 };

/**
 * Streams the bytes of the part while the body arrives; holds no more than one chunk.
 * @throws 400 when the form has no such part, another one, or ends early: after the bytes, if they came first.
 */
export async function* readMultipartFile(
  headers: IncomingHttpHeaders,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const form = openForm(headers);
  const fed = feed(form.parser, body);
  // Both can reject while the file is being read; each is awaited below.
  fed.catch((error: unknown) => form.fail(error as Error));
  form.ended.catch(() => undefined);
  try {
    const file = await form.file;
    for await (const chunk of file) yield chunk as Uint8Array;
    await fed;
    await form.ended;
  } catch (error) {
    // The parser's own errors: the form ends within the file.
    throw error instanceof AppError ? error : incompleteError();
  } finally {
    form.parser.destroy();
  }
}

interface Form {
  parser: ReturnType<typeof busboy>;
  file: Promise<Readable>;
  ended: Promise<unknown>;
  fail: (error: Error) => void;
}

function openForm(headers: IncomingHttpHeaders): Form {
  const parser = createParser(headers);
  const file = defer<Readable>();
  const ended = defer<undefined>();
  let stream: Readable | undefined;
  const fail = (error: Error) => {
    ended.reject(error);
    file.reject(error);
    stream?.destroy(error);
  };
  const refuse = (message: string) => fail(partError(message));
  parser.on('file', (name, opened) => {
    stream = opened;
    // An early end of the form: the parser reports it too.
    opened.on('error', () => undefined);
    if (name === PART) file.resolve(opened);
    else refuse(`must be the only part; this form has ${JSON.stringify(name.slice(0, 50))}`);
  });
  for (const event of ['field', 'filesLimit', 'fieldsLimit', 'partsLimit'] as const)
    parser.on(event, () => refuse('must be the only part, sent as a file'));
  parser.on('error', () => fail(incompleteError()));
  parser.on('close', () => {
    file.reject(partError('is required: the part of the form that is the picture or video'));
    ended.resolve(undefined);
  });
  return { parser, file: file.promise, ended: ended.promise, fail };
}

function createParser(headers: IncomingHttpHeaders): ReturnType<typeof busboy> {
  try {
    return busboy({ headers, limits: LIMITS });
  } catch {
    throw partError('is not in a form with a boundary');
  }
}

async function feed(parser: ReturnType<typeof busboy>, body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of body) {
    if (parser.destroyed) return;
    if (!parser.write(chunk)) await drained(parser);
  }
  if (!parser.destroyed) parser.end();
}

/** Resolves when the parser accepts more, or has been destroyed. */
export function drained(parser: ReturnType<typeof busboy>): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      parser.off('drain', done).off('close', done);
      resolve();
    };
    parser.once('drain', done).once('close', done);
  });
}

function defer<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((...settle) => ([resolve, reject] = settle));
  return { promise, resolve, reject };
}

function incompleteError(): AppError {
  return partError('is not complete: the form ends early or is malformed');
}

function partError(message: string): AppError {
  return validationFailed([{ field: PART, message }]);
}
