import type { Request } from 'express';
import { AppError } from '../../platform/errors/index.js';
import { allowDiscarding } from '../../platform/http/index.js';
import { atMinimumRate } from './minimum-rate.js';
import { readMultipartFile } from './multipart-file.js';

/** Types that are sent for a file of any type, and no type at all. */
const MEDIA =
  /^(|(image|video)\/([\w.+-]+|\*)|(application|binary)\/(octet-stream|binary|x-binary)|\*\/\*)$/i;
/** Codings that change the bytes; other values of the header name none. */
const CODING = /^(gzip|x-gzip|deflate|br|zstd|compress|x-compress)$/i;
const FORM = /^multipart\/form-data$/i;
/** Boundaries and headers that a form has around its file. */
const FORM_BYTES = 16_384;
/** After a refusal, most clients first send the rest of the file and then read the response. */
const DISCARDED = { bytes: 110_000_000, milliseconds: 30_000 };

/**
 * Streams the file of a request to `take`: the body itself, or the part `file` of a form. `take` also gets the announced bytes of the file,
 * 0 without a length. When it rejects, the rest of the body is discarded within bounds.
 * @throws 415 for another Content-Type, or a compressed body; 408 for a body that stalls. The content itself is inspected later.
 */
export async function receiveFile<T>(
  request: Request,
  take: (file: AsyncIterable<Uint8Array>, declaredBytes: number) => Promise<T>,
): Promise<T> {
  const type = request.headers['content-type']?.split(';', 1)[0]!.trim() ?? '';
  const isForm = FORM.test(type);
  if (!MEDIA.test(type) && !isForm) {
    throw unsupportedError(
      request,
      'Send the file itself with Content-Type: image/…, video/… or application/octet-stream, or as the part `file` of multipart/form-data.',
    );
  }
  const codings = request.headers['content-encoding']?.split(',') ?? [];
  if (codings.some((coding) => CODING.test(coding.trim())))
    throw unsupportedError(
      request,
      'Send the file without a Content-Encoding: media are compressed already.',
    );
  const declaredBytes = Number(request.headers['content-length'] ?? 0);
  return receiveBody(request, (body) =>
    isForm
      ? take(readMultipartFile(request.headers, body), Math.max(0, declaredBytes - FORM_BYTES))
      : take(body, declaredBytes),
  );
}

/**
 * Streams the body to `take`, as long as it arrives at a minimum rate. When `take` rejects, the rest is discarded within bounds.
 * @throws 408 for a body that stalls; the errors of `take`.
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

function unsupportedError(request: Request, message: string): AppError {
  allowDiscarding(request, DISCARDED);
  return new AppError('unsupported_media_type', { message });
}
