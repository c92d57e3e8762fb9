interface Waits {
  p50: number;
  p99: number;
  worst: number;
}
export const WORKLOADS: Record<string, unknown>;
export function compare(
  name: string,
  size: { accounts: number; places: number; seed: string },
): { predictions: number; fair: Waits; ideal: Waits; arrival: Waits };
