let strategies = 0;

/** Passport's registry is global, and a process may run several applications, which must not use each other's strategies. */
export function createStrategyName(kind: string): string {
  strategies += 1;
  return `${kind}-${strategies}`;
}
