/**
 * Leads imports of shared packages to the bundle. Node.js runs it in its thread of hooks, or, from 22.15, in the main thread. It imports
 * nothing of the service, because it must load in a few milliseconds.
 */
type Resolved = { url: string; format?: string | null; shortCircuit?: boolean };
type NextResolve<Result> = (specifier: string, context: object) => Result;

let bundledModules: ReadonlyMap<string, string> = new Map();

export function initialize(modules: ReadonlyMap<string, string>): void {
  bundledModules = modules;
}

export async function resolve(
  specifier: string,
  context: object,
  next: NextResolve<Promise<Resolved>>,
): Promise<Resolved> {
  return bundled(await next(specifier, context));
}

/** Serves hooks of the main thread. */
export function resolveSync(specifier: string, context: object, next: NextResolve<Resolved>): Resolved {
  return bundled(next(specifier, context));
}

function bundled(resolved: Resolved): Resolved {
  const url = bundledModules.get(resolved.url);
  return url === undefined ? resolved : { url, format: 'module', shortCircuit: true };
}
