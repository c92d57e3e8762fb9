import type { Application, Request } from 'express';

/** An entry of Express's router without `route` is a middleware. */
interface Layer {
  route?: { path: string | RegExp; methods: Record<string, boolean> };
  match(path: string): boolean;
}

/** Reads the router of Express, so that there is no second table of routes. Empty for an unknown path. */
export function allowedMethods({ app, path }: Request): string[] {
  const { stack } = (app as Application).router as unknown as { stack: Layer[] };
  const matches = stack.flatMap((layer) => (layer.route && layer.match(path) ? [layer.route] : []));
  // `status` is no id: DELETE of /api/generate/:predictionId is not offered at /api/generate/status.
  const literals = matches.filter((route) => route.path === path);
  const routes = literals.length > 0 ? literals : matches;
  const methods = new Set(routes.flatMap((route) => Object.keys(route.methods)));
  // Express answers HEAD by the route of GET.
  if (methods.has('get')) methods.add('head');
  return [...methods].map((method) => method.toUpperCase()).sort();
}
