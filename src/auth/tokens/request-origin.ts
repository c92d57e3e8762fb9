import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Config } from '../../platform/config/index.js';

/** Browsers set both headers, and pages cannot change them. */
@Injectable()
export class RequestOrigin {
  constructor(private readonly config: Config) {}

  /** A foreign page is not one of this service and not one of `CORS_ORIGINS`. */
  isForeign(request: Request): boolean {
    const { origin } = request.headers;
    if (origin === undefined) return request.headers['sec-fetch-site'] === 'cross-site';
    return !this.isOwn(request, origin) && !this.config.http.corsOrigins.includes(origin);
  }

  /** Returns whether the page is one of `CORS_ORIGINS` on another site, where `SameSite=Strict` cookies do not work. */
  isOnOtherSite({ headers }: Request): boolean {
    const site = headers['sec-fetch-site'];
    return (
      this.config.http.corsOrigins.includes(headers.origin ?? '') &&
      site !== 'same-origin' &&
      site !== 'same-site'
    );
  }

  private isOwn({ headers }: Request, origin: string): boolean {
    if (headers['sec-fetch-site'] === 'same-origin') return true;
    if (!URL.canParse(origin)) return false;
    const { publicUrl } = this.config.http;
    // A proxy in front may speak https, so the scheme does not count.
    const { host } = new URL(origin);
    return host === headers.host?.toLowerCase() || (publicUrl !== null && host === new URL(publicUrl).host);
  }
}
