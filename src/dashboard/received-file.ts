import type { Request } from 'express';
import { AppError } from '../errors/index.js';

const MEDIA = /^(image|video)\/[\w.+-]+$|^application\/octet-stream$/i;

/**
 * Streams the body of a request to `take`. When `take` rejects, the rest of the body is read and dropped instead of closing
 * the connection, so that the caller can read the response.
 * @throws 415 for a Content-Type other than a picture or video. The content itself is inspected later.
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
    // The caller has disconnected before the end of the file.
    if (request.destroyed && !request.complete) throw new AppError('malformed_request', { cause: error });
    request.resume();
    throw error;
  }
}
