let strategies = 0;

/**
 * Returns a unique name for Passport's registry, which is global. A process may run several applications with different
 * databases and keys, which must not use each other's strategies.
 */
export function createStrategyName(kind: string): string {
  strategies += 1;
  return `${kind}-${strategies}`;
}
