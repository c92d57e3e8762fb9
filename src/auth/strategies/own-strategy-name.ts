let strategies = 0;

/**
 * Returns a name for Passport's registry, which is one per process. A process may run several applications, each with a
 * database and keys of its own: they must not find each other's strategies.
 */
export function ownStrategyName(kind: string): string {
  strategies += 1;
  return `${kind}-${strategies}`;
}
