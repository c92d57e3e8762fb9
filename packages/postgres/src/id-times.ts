/** The first 48 bits of a UUIDv7 are the milliseconds of its creation by the clock of a process. Pure. */

const LATEST_MS = 2 ** 48 - 1;

export function firstIdAt(milliseconds: number): string {
  const hex = Math.min(Math.max(milliseconds, 0), LATEST_MS).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

export function timeOfId(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}
