import { createHash } from 'node:crypto';

/** A small seeded generator (sfc32): deterministic and fast; not for secrets. */
export interface Random {
  /** Uniform in [0, 1). */
  (): number;
  /** Uniform in [low, high). */
  between(low: number, high: number): number;
  /** Uniform whole number in [low, high], both included. */
  integer(low: number, high: number): number;
  /** Returns one of the items. */
  pick<T>(items: readonly T[]): T;
  /** Returns an independent generator for a named part, so that a new part does not change the others. */
  fork(name: string): Random;
}

/** @param seed any string; 64 hex characters from `EngineTask.seed` in practice. */
export function random(seed: string): Random {
  const words = new Uint32Array(Uint8Array.from(createHash('sha256').update(seed).digest()).buffer);
  let [a, b, c, d] = [words[0]! | 0, words[1]! | 0, words[2]! | 0, words[3]! | 0];
  const next = (() => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return (t >>> 0) / 4294967296;
  }) as Random;
  next.between = (low, high) => low + (high - low) * next();
  next.integer = (low, high) => low + Math.floor((high - low + 1) * next());
  next.pick = (items) => items[Math.floor(next() * items.length)]!;
  next.fork = (name) => random(`${seed}/${name}`);
  for (let i = 0; i < 12; i++) next();
  return next;
}
