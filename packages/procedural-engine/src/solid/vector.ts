/** Vector arithmetic. */
import type { Vector } from './mesh.js';

export function add(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function subtract(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function scaled(a: Vector, by: number): Vector {
  return [a[0] * by, a[1] * by, a[2] * by];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function unit(a: Vector): Vector {
  const length = Math.hypot(...a);
  return length > 0 ? scaled(a, 1 / length) : [0, 1, 0];
}

/** Rotates `a` about the unit vector `axis` by `angle` radians. */
export function rotated(a: Vector, axis: Vector, angle: number): Vector {
  const c = Math.cos(angle);
  const along = scaled(axis, dot(axis, a) * (1 - c));
  return add(add(scaled(a, c), scaled(cross(axis, a), Math.sin(angle))), along);
}
