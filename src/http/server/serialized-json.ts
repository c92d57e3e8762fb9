import { createHash } from 'node:crypto';
import type { Response } from 'express';

/**
 * A JSON body that is serialized once and sent many times. A handler of a public route returns it instead of the object when
 * it is the same for every caller until it is retired: the next request with that URL does not reach the handler
 * (`KeptResponses`).
 */
export class SerializedJson {
  readonly bytes: Buffer;
  /** Strong: two bodies with one ETag have the same bytes. */
  readonly etag: string;
  private retired = false;

  constructor(body: object) {
    this.bytes = Buffer.from(JSON.stringify(body));
    const hash = createHash('sha256').update(this.bytes).digest('base64url');
    this.etag = `"${hash.slice(0, 27)}"`;
  }

  /** Whether what it shows has changed: the handler makes another one. */
  get isRetired(): boolean {
    return this.retired;
  }

  retire(): void {
    this.retired = true;
  }
}

/** Sends the body with its ETag, or 304 without the body if `If-None-Match` names the ETag. */
export function sendSerialized(response: Response, body: SerializedJson): void {
  response.setHeader('ETag', body.etag);
  if (response.req.headers['if-none-match'] !== undefined && response.req.fresh) {
    response.statusCode = 304;
    response.end();
    return;
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', body.bytes.length);
  response.end(body.bytes);
}
