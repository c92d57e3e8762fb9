import { applyDecorators, Controller, HttpCode, UseGuards } from '@nestjs/common';
import { ApiErrors, ApiResponse, ApiTags } from '../../platform/http/index.js';
import { SessionBody } from '../sign-in/auth.dto.js';
import { CookieOriginGuard } from './cookie-origin.guard.js';
import type { SETS_REFRESH_COOKIE } from './sign-in-cookies.js';

/** Pages of a foreign origin cannot use the routes of the controller with the cookie of a sign-in. */
export const CookieController = (path: string): ClassDecorator =>
  applyDecorators(ApiTags('Sign-in'), ApiErrors(403), UseGuards(CookieOriginGuard), Controller(path));

/** The response is a session. */
export const ApiSession = (
  status: 200 | 201,
  headers: typeof SETS_REFRESH_COOKIE,
  ...errors: Parameters<typeof ApiErrors>
): MethodDecorator =>
  applyDecorators(
    HttpCode(status),
    ApiResponse({ status, type: SessionBody, headers }),
    ApiErrors(...errors),
  );
