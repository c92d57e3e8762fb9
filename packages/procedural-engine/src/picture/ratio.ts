/** Reads aspect ratios. */
import { EngineRefusal } from '../engine.js';

/** '16:9' -> 16 / 9. */
export function parseRatio(value: unknown): number {
  const match = /^\s*(\d+(?:\.\d+)?)\s*:\s*(\d+(?:\.\d+)?)\s*$/.exec(String(value ?? '1:1'));
  const ratio = match ? Number(match[1]) / Number(match[2]) : Number.NaN;
  if (!(ratio >= 0.25 - 1e-9 && ratio <= 4 + 1e-9)) {
    throw new EngineRefusal('invalid_input', 'The aspect ratio must be between 1:4 and 4:1.');
  }
  return ratio;
}
