import type { Outcome, Work } from '../provider.js';
import {
  AnswerUnusable,
  BAD_INPUT,
  type EngineClient,
  type EngineResponse,
  FAILED,
  outcomeOfSubmitResponse,
  recordOf,
} from '../wire/index.js';

/**
 * Returns the picture in base64. Of several (a server may add the grid, the mask or a ControlNet map) the first is the result.
 * @returns null when the run ended without a picture: it was interrupted at the server.
 * @throws {AnswerUnusable} when the response shows neither.
 */
export function readPicture(response: EngineResponse): string | null {
  const { images, image } = (response.json() ?? {}) as { images?: unknown; image?: unknown };
  if ((Array.isArray(images) && images.length === 0) || image === '') return null;
  const picture: unknown = Array.isArray(images) ? images[0] : image;
  if (typeof picture !== 'string' || picture === '') throw new AnswerUnusable('an answer without a picture');
  return picture;
}

/** The server cannot decode an input picture. */
const UNREADABLE = /invalid encoded image|cannot identify image file/i;

/**
 * The server answers any exception with 500: the run is over, nothing was produced and nothing was paid. Running out of memory is transient
 * (another program may free the graphics card), so the first attempt is retried and the second fails.
 */
export function outcomeOfErrorResponse(client: EngineClient, work: Work, response: EngineResponse): Outcome {
  const internal = client.redact(`HTTP ${response.status}: ${response.text}`);
  if (response.status === 500) {
    if (UNREADABLE.test(response.text)) return { ...BAD_INPUT, internal };
    if (work.attempt === 1) return { kind: 'retry', code: 'provider_error', internal };
    return { ...FAILED, internal };
  }
  return outcomeOfSubmitResponse(client, response);
}

export interface Checkpoint {
  title?: string;
  model_name?: string;
  filename?: string;
  hash?: string;
  sha256?: string;
}

const isText = ([, value]: [string, unknown]) => typeof value === 'string';

/** Returns undefined when the texts of `GET /sdapi/v1/sd-models` are not a list. */
export function readCheckpoints(response: EngineResponse): Checkpoint[] | undefined {
  const list = response.json();
  return Array.isArray(list)
    ? list.map((one) => Object.fromEntries(Object.entries(recordOf(one)).filter(isText)))
    : undefined;
}

/** Compares all names. The adapter must check them first: the server ignores an unknown name and uses the loaded checkpoint. */
export function hasCheckpoint(list: readonly Checkpoint[], wanted: string): boolean {
  return list.some(({ title, model_name: name, filename, hash, sha256 }) => {
    const file = filename?.split(/[\\/]/).at(-1);
    const names = [
      title,
      title?.replace(/ \[\w+\]$/, ''),
      name,
      file,
      file?.replace(/\.\w+$/, ''),
      hash,
      sha256,
    ];
    return names.some((one) => one?.toLowerCase() === wanted.toLowerCase());
  });
}
