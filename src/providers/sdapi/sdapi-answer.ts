/** What the server's answers mean. Pure. */
import type { Outcome, Work } from '../provider.js';
import {
  AnswerLost,
  BAD_INPUT,
  type EngineAnswer,
  type EngineClient,
  FAILED,
  REFUSED,
  submitRefused,
} from '../wire/index.js';

/**
 * The picture in base64. Of several (a server may add the grid, the mask, or what a ControlNet saw) the first one is it.
 * @returns null when the run is over and made none: somebody at the server has interrupted it.
 * @throws {AnswerLost} when the answer says neither: what became of the work is not known.
 */
export function pictureIn(answer: EngineAnswer): string | null {
  const { images, image } = (answer.json() ?? {}) as { images?: unknown; image?: unknown };
  if ((Array.isArray(images) && images.length === 0) || image === '') return null;
  const picture: unknown = Array.isArray(images) ? images[0] : image;
  if (typeof picture !== 'string' || picture === '') throw new AnswerLost('an answer without a picture');
  return picture;
}

/** What an exception of the server says of the picture that we sent. */
const UNREADABLE = /invalid encoded image|cannot identify image file/i;

/**
 * 500 is the server's answer to any exception of its own: it is over, nothing was made, and nobody paid. Out of memory
 * passes when another program has let go of the graphics card, so it is tried once more; twice is not chance.
 */
export function refusalOf(client: EngineClient, work: Work, answer: EngineAnswer): Outcome {
  const internal = client.redact(`HTTP ${answer.status}: ${answer.text}`);
  if (answer.status === 500) {
    if (UNREADABLE.test(answer.text)) return { ...BAD_INPUT, internal };
    if (work.attempt === 1) return { kind: 'retry', code: 'provider_error', internal };
    return { ...FAILED, internal };
  }
  // The server is there and the API is not: it was started without --api, or the address is not its own.
  if (answer.status === 404) return { ...REFUSED, internal, operatorSide: true };
  return submitRefused(client, answer);
}

export interface Checkpoint {
  title?: string;
  model_name?: string;
  filename?: string;
  hash?: string | null;
  sha256?: string | null;
}

/** `GET /sdapi/v1/sd-models`; undefined when it is no list. */
export function listIn(answer: EngineAnswer): Checkpoint[] | undefined {
  const list = answer.json();
  return Array.isArray(list)
    ? list.filter((one): one is Checkpoint => typeof one === 'object' && one !== null)
    : undefined;
}

/**
 * Whether the server has a checkpoint by any of its names. It has to be asked before: a name that it does not know it
 * passes over in silence and paints with whatever is loaded.
 */
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
