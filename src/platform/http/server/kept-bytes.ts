import { createHash } from 'node:crypto';
import type { Response } from 'express';

/** A body that is made once and sent many times. */
export class KeptBytes {
  /** Strong: two bodies with one ETag have the same bytes. */
  readonly etag: string;

  constructor(
    readonly bytes: Buffer,
    readonly contentType: string,
  ) {
    this.etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  }
}

/**
 * A JSON body that is serialized once and sent many times, with an ETag. A handler returns it instead of the object when it is the
 * same for every caller until it is retired. Without extensions, the next request with that URL does not reach the handler
 * (`KeptResponses`): there, only handlers of public routes return it.
 */
export class SerializedJson extends KeptBytes {
  private retired = false;

  /** @param isCurrent whether the facts in the body are young enough to be shown. */
  constructor(
    body: object,
    private readonly isCurrent: () => boolean = () => true,
  ) {
    super(Buffer.from(JSON.stringify(body)), 'application/json; charset=utf-8');
  }

  /** True when the facts have changed, or may have: the handler decides. */
  get isRetired(): boolean {
    return this.retired || !this.isCurrent();
  }

  retire(): void {
    this.retired = true;
  }
}

/** Sends 304 without the body if `If-None-Match` names the ETag. */
export function sendKept(response: Response, { bytes, etag, contentType }: KeptBytes): void {
  response.setHeader('ETag', etag);
  if (response.req.headers['if-none-match'] !== undefined && response.req.fresh) {
    response.statusCode = 304;
    response.end();
    return;
  }
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}
