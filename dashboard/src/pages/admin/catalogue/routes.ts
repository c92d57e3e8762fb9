/** The engines of a model in the order in which they are tried. Pure. */

export interface RouteSetting {
  provider: string;
  /** Absent: true. */
  enabled?: boolean;
}

/** Whether a value is a list of routes, and not another list. */
export function areRoutes(value: unknown): value is RouteSetting[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRoute);
}

function isRoute(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('provider' in value)) return false;
  const { provider, enabled, ...others } = value as Record<string, unknown>;
  const isState = enabled === undefined || typeof enabled === 'boolean';
  return typeof provider === 'string' && isState && Object.keys(others).length === 0;
}

/** Returns `fal, luma (off)`. */
export function routesText(routes: readonly RouteSetting[]): string {
  return routes
    .map(({ provider, enabled }) => (enabled === false ? `${provider} (off)` : provider))
    .join(', ');
}

/** Returns the list with the item at an index moved by one place, or as it is when there is no such place. */
export function moved<T>(list: readonly T[], index: number, by: 1 | -1): T[] {
  const [item, other] = [list[index], list[index + by]];
  if (item === undefined || other === undefined) return [...list];
  return list.map((one, at) => (at === index ? other : at === index + by ? item : one));
}

/** The service needs one route that is on. @returns what to do, or null. */
export function routesProblem(routes: readonly RouteSetting[]): string | null {
  return routes.some(({ enabled }) => enabled !== false)
    ? null
    : 'Leave one engine on. To stop the model, switch off “Offered”.';
}
