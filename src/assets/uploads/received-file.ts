import type { Request } from 'express';
import { AppError } from '../../errors/index.js';
import { allowDiscarding } from '../../http/index.js';
import { atMinimumRate } from './minimum-rate.js';
import { readMultipartFile } from './multipart-file.js';

const MEDIA = /^(image|video)\/[\w.+-]+$|^application\/octet-stream$/i;
const FORM = /^multipart\/form-data$/i;
/** Of a form around its file: boundaries and the headers of the part. */
const FORM_BYTES = 16_384;
/** After a refusal, most clients first send the rest of the file and then read the response. */
const DISCARDED = { bytes: 110_000_000, milliseconds: 30_000 };

/**
 * Streams the file in the body of a request to `take`: the body itself, or the part `file` of a form. `take` also gets the
 * announced length of the file in bytes, 0 without one. When it rejects, the rest of the body is discarded within bounds.
 * @throws 415 for another Content-Type; 408 for a body that stalls. The content itself is inspected later.
 */
export async function receiveFile<T>(
  request: Request,
  take: (file: AsyncIterable<Uint8Array>, declaredBytes: number) => Promise<T>,
): Promise<T> {
  const type = request.headers['content-type']?.split(';', 1)[0]!.trim() ?? '';
  const isForm = FORM.test(type);
  if (!MEDIA.test(type) && !isForm) {
    allowDiscarding(request, DISCARDED);
    const message =
      'Send the file itself with Content-Type: image/… or video/…, or as the part `file` of multipart/form-data.';
    throw new AppError('unsupported_media_type', { message });
  }
  const declaredBytes = Number(request.headers['content-length'] ?? 0);
  return receiveBody(request, (body) =>
    isForm
      ? take(readMultipartFile(request.headers, body), Math.max(0, declaredBytes - FORM_BYTES))
      : take(body, declaredBytes),
  );
}

/**
 * Streams the body of a request to `take`, as long as it arrives at a minimum rate. When `take` rejects, the rest is discarded
 * within bounds. @throws 408 for a body that stalls; the errors of `take`.
 */
export async function receiveBody<T>(
  request: Request,
  take: (body: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  allowDiscarding(request, DISCARDED);
  try {
    return await take(
      atMinimumRate(request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>),
    );
  } catch (error) {
    // The caller has disconnected before the end of the file.
    if (request.destroyed && !request.complete) throw new AppError('malformed_request', { cause: error });
    request.resume();
    throw error;
  }
}
