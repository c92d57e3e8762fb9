import type { Request } from 'express';
import { AppError } from '../errors/index.js';

const MEDIA = /^(image|video)\/[\w.+-]+$|^application\/octet-stream$/i;

/**
 * Hands the body of a request on as it comes. Whatever `take` thinks of it, the caller can read the answer: the rest
 * is read and dropped then, for as long as a request may last, instead of the connection being cut.
 * @throws 415 when it does not say that it is a picture or a video; what it really is, is told by its content.
 */
export async function receiveFile<T>(
  request: Request,
  take: (source: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  const type = request.headers['content-type']?.split(';', 1)[0]!.trim() ?? '';
  if (!MEDIA.test(type)) {
    const message = 'Send the file itself, with its type as Content-Type: image/… or video/….';
    throw new AppError('unsupported_media_type', { message });
  }
  try {
    return await take(request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>);
  } catch (error) {
    // Nobody hears it: they went away before the file was here.
    if (request.destroyed && !request.complete) throw new AppError('malformed_request', { cause: error });
    request.resume();
    throw error;
  }
}
