import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { AppError, validationFailed } from '../../platform/errors/index.js';
import { createFormParser, feedForm, type FormParser } from './form-parser.js';

const PART = 'file';
/** Bounds the head of the first part with the boundary before it. */
const MAX_HEAD_BYTES = 16_384;
const LIMITS = { fields: 0, files: 1, parts: 2, headerPairs: 20 };

/**
 * Streams the part `file`, the only one of the form; holds no more than one chunk.
 * @throws 400 when the form has no such part, another one, or ends early: after the bytes, if they came first.
 */
export async function* readMultipartFile(
  headers: IncomingHttpHeaders,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const form = openForm(headers);
  const fed = feedForm(form.parser, withFileName(body));
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

/** Adds a file name to the first part if it has none, as in `curl -F 'file=<photo.png'`: the parser would take it for a text field. */
async function* withFileName(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of body) {
    if (head === null) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0 && head.length < MAX_HEAD_BYTES) continue;
    yield nameFile(head, end);
    head = null;
  }
  if (head !== null) yield head;
}

function nameFile(head: Buffer, end: number): Buffer {
  const text = head.toString('latin1', 0, Math.max(end, 0));
  const named = text.replace(/^content-disposition:.*$/im, (line) => {
    // An empty name is none to the parser.
    const disposition = line.replace(/;\s*filename\s*=\s*(?:""|(?=\s*(?:;|$)))/i, '');
    return /;\s*filename\*?\s*=/i.test(disposition) ? disposition : `${disposition}; filename="file"`;
  });
  return Buffer.concat([Buffer.from(named, 'latin1'), head.subarray(text.length)]);
}

interface Form {
  parser: FormParser;
  file: Promise<Readable>;
  ended: Promise<unknown>;
  fail: (error: Error) => void;
}

function openForm(headers: IncomingHttpHeaders): Form {
  const parser = createFormParser(headers, LIMITS, {
    field: PART,
    message: 'is not in a form with a boundary',
  });
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
