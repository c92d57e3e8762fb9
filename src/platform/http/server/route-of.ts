import type { Request } from 'express';

/** Returns the route's template, never the URL, which contains ids; `none` when no route matched. */
export function routeOf(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : 'none';
}
