/**
 * Closed surfaces for solids: turned profiles, balls, tubes, boxes, prisms. Each is one closed shell that faces outward,
 * with texture coordinates for every corner.
 */
import type { MeshBuilder, Place, Vector } from './mesh.js';
import { add, cross, dot, rotated, scaled, subtract, unit } from './vector.js';

/** Places the points of a part; must not mirror. */
type Placement = (point: Vector) => Vector;
const inPlace: Placement = (point) => point;

/** How often a texture repeats: around the axis (whole number) and along the profile. */
interface Repeat {
  around: number;
  along: number;
}
const ONCE: Repeat = { around: 1, along: 1 };

export interface Turned {
  /** Radius and height from the bottom of the axis, up the outside, to the top of the axis; both ends have radius 0. */
  profile: readonly (readonly [radius: number, y: number])[];
  segments: number;
  repeat?: Repeat;
  /** Deforms the surface; gets the point, the angle in radians and the position along the profile (0-1). */
  shape?: (point: Vector, angle: number, along: number) => Vector;
  /** Projects the texture from above with this many repeats per unit, instead of around: for flat round shapes. */
  fromAbove?: number;
}

/** Turns a profile about the y axis. u runs around to the right, v from 1 at the profile's start to 0 at its end. */
export function turn(
  mesh: MeshBuilder,
  { profile, segments, repeat = ONCE, shape = inPlace, fromAbove }: Turned,
): void {
  const along = lengthsAlong(profile);
  const onCircle = (radius: number, i: number) => {
    const angle = ((i % segments) / segments) * Math.PI * 2;
    return { angle, x: radius * Math.cos(angle), z: -radius * Math.sin(angle) };
  };
  const rings = profile.map(([radius, y], row) => {
    if (radius === 0) return [mesh.point(shape([0, y, 0], 0, along[row]!))];
    return Array.from({ length: segments }, (_, i) => {
      const { angle, x, z } = onCircle(radius, i);
      return mesh.point(shape([x, y, z], angle, along[row]!));
    });
  });
  const place = (row: number, i: number): Place => {
    if (fromAbove === undefined) return [(i / segments) * repeat.around, (1 - along[row]!) * repeat.along];
    const { x, z } = onCircle(profile[row]![0], i);
    return [x * fromAbove, z * fromAbove];
  };
  for (let row = 0; row + 1 < rings.length; row++) {
    for (let i = 0; i < segments; i++) joinRings(mesh, rings, row, i, place);
  }
}

/** One quad between a ring and the next, or a triangle where one of them is a single point. */
function joinRings(
  mesh: MeshBuilder,
  rings: readonly (readonly number[])[],
  row: number,
  i: number,
  place: (row: number, i: number) => Place,
): void {
  const [low, high] = [rings[row]!, rings[(row + 1) % rings.length]!];
  const next = (ring: readonly number[]) => ring[(i + 1) % ring.length]!;
  if (low.length === 1 && high.length === 1) return;
  const [a, b, c, d] = [place(row, i), place(row, i + 1), place(row + 1, i + 1), place(row + 1, i)];
  if (low.length === 1) return mesh.triangle(low[0]!, next(high), high[i]!, place(row, i + 0.5), c, d);
  if (high.length === 1) return mesh.triangle(low[i]!, next(low), high[0]!, a, b, place(row + 1, i + 0.5));
  mesh.quad(low[i]!, next(low), next(high), high[i]!, a, b, c, d);
}

/** Share of the profile's length at each of its points, 0-1. */
export function lengthsAlong(profile: readonly (readonly [number, number])[]): number[] {
  const sums = [0];
  for (let i = 1; i < profile.length; i++) {
    const [a, b] = [profile[i - 1]!, profile[i]!];
    sums.push(sums[i - 1]! + Math.hypot(b[0] - a[0], b[1] - a[1]));
  }
  return sums.map((sum) => sum / sums.at(-1)!);
}

/** A ball in longitude and latitude; `radius` may vary with the direction (unit vector). */
export function ball(
  mesh: MeshBuilder,
  segments: number,
  radius: (to: Vector) => number,
  repeat = ONCE,
  at = inPlace,
) {
  const rows = Math.max(4, Math.round(segments / 2));
  const profile = Array.from({ length: rows + 1 }, (_, row): [number, number] => {
    const latitude = (row / rows - 0.5) * Math.PI;
    return row === 0 || row === rows ? [0, row === 0 ? -1 : 1] : [Math.cos(latitude), Math.sin(latitude)];
  });
  const shape = (to: Vector): Vector => {
    const r = radius(to);
    return at([to[0] * r, to[1] * r, to[2] * r]);
  };
  turn(mesh, { profile, segments, repeat, shape });
}

export interface Tube {
  /** Centre line. */
  path: readonly Vector[];
  /** Radius at each point of the path. */
  radii: readonly number[];
  segments: number;
  /** The last point joins the first. */
  loop?: boolean;
  repeat?: Repeat;
}

/** A round tube along a path, capped at both ends unless it is a loop. u runs around, v along. */
export function tube(mesh: MeshBuilder, { path, radii, segments, loop = false, repeat = ONCE }: Tube): void {
  const frames = framesAlong(path, loop);
  const rings = path.map((centre, row) => {
    const { side, up } = frames[row]!;
    return Array.from({ length: segments }, (_, i) => {
      const angle = (i / segments) * Math.PI * 2;
      const [c, s] = [Math.cos(angle) * radii[row]!, Math.sin(angle) * radii[row]!];
      return mesh.point(add(centre, add(scaled(side, c), scaled(up, s))));
    });
  });
  const spans = loop ? path.length : path.length - 1;
  const place = (row: number, i: number): Place => [
    (i / segments) * repeat.around,
    (1 - row / spans) * repeat.along,
  ];
  for (let row = 0; row < spans; row++) {
    for (let i = 0; i < segments; i++) joinRings(mesh, rings, row, i, place);
  }
  if (loop) return;
  cap(mesh, path[0]!, [...rings[0]!].reverse());
  cap(mesh, path.at(-1)!, rings.at(-1)!);
}

function cap(mesh: MeshBuilder, centre: Vector, ring: readonly number[]): void {
  const middle = mesh.point(centre);
  const place = (i: number): Place => {
    const angle = (i / ring.length) * Math.PI * 2;
    return [0.5 + 0.1 * Math.cos(angle), 0.5 - 0.1 * Math.sin(angle)];
  };
  ring.forEach((point, i) => {
    mesh.triangle(middle, point, ring[(i + 1) % ring.length]!, [0.5, 0.5], place(i), place(i + 1));
  });
}

/** Returns directions across a path that rotate as little as possible; on a loop the remaining angle is spread along it. */
export function framesAlong(
  path: readonly Vector[],
  loop: boolean,
): { side: Vector; up: Vector; along: Vector }[] {
  const count = path.length;
  const along = path.map((point, i) => {
    const before = path[loop ? (i + count - 1) % count : Math.max(0, i - 1)]!;
    const after = path[loop ? (i + 1) % count : Math.min(count - 1, i + 1)]!;
    return unit(after === before ? point : subtract(after, before));
  });
  const start = Math.abs(along[0]![1]) < 0.9 ? ([0, 1, 0] as const) : ([1, 0, 0] as const);
  let side = unit(cross(start, along[0]!));
  const sides = along.map(
    (direction) => (side = unit(subtract(side, scaled(direction, dot(side, direction))))),
  );
  const back = loop ? unit(subtract(side, scaled(along[0]!, dot(side, along[0]!)))) : sides[0]!;
  const leftover = Math.atan2(dot(cross(back, sides[0]!), along[0]!), dot(back, sides[0]!));
  return along.map((direction, i) => {
    const turned = loop ? rotated(sides[i]!, direction, (leftover * i) / count) : sides[i]!;
    return { side: turned, up: cross(direction, turned), along: direction };
  });
}

export interface Box {
  centre: Vector;
  size: Vector;
  /** Width of the cut along every edge. */
  bevel?: number;
  /** Texture repeats per unit of length. */
  density?: number;
  /** The texture's v follows the longest side, like the grain of a plank. */
  grained?: boolean;
  at?: Placement;
}

const AXES = [0, 1, 2] as const;

/** A box with bevelled edges. Each face shows the texture upright at the same scale. */
export function box(
  mesh: MeshBuilder,
  { centre, size, bevel = 0.004, density = 1, grained = false, at = inPlace }: Box,
): void {
  const longest = grained ? size.indexOf(Math.max(...size)) : -1;
  const cut = Math.min(bevel, Math.min(...size) * 0.3);
  // Three points per corner of the box, one on each face that meets there: [corner][axis of the face].
  const corners = Array.from({ length: 8 }, (_, corner) => {
    const sign = AXES.map((axis) => ((corner >> axis) & 1) * 2 - 1);
    return AXES.map((face) => {
      const p = AXES.map((axis) => sign[axis]! * (size[axis] / 2 - (axis === face ? 0 : cut)));
      return { local: p as unknown as Vector, id: mesh.point(at(add(centre, p as unknown as Vector))) };
    });
  });
  const put = (spots: { local: Vector; id: number }[], face: number, sign: number) => {
    const places = spots.map(({ local }) => boxPlace(local, face, sign, density, longest));
    const ids = spots.map(({ id }) => id);
    for (let i = 1; i + 1 < ids.length; i++) {
      mesh.triangle(ids[0]!, ids[i]!, ids[i + 1]!, places[0]!, places[i]!, places[i + 1]!);
    }
  };
  for (const axis of AXES) {
    const [b, c] = [(axis + 1) % 3, (axis + 2) % 3] as const;
    const corner = (sa: number, sb: number, sc: number) => corners[(sa << axis) | (sb << b) | (sc << c)]!;
    for (const s of [0, 1]) {
      const ring = [corner(s, 0, 0), corner(s, 1, 0), corner(s, 1, 1), corner(s, 0, 1)].map(
        (spot) => spot[axis]!,
      );
      put(s === 1 ? ring : ring.reverse(), axis, s * 2 - 1);
      // The bevel between face b (sign s) and face c (sign t), along this axis.
      for (const t of [0, 1]) {
        const [low, high] = [corner(0, s, t), corner(1, s, t)];
        const strip = [low[b]!, high[b]!, high[c]!, low[c]!];
        put(s === t ? strip.reverse() : strip, b, s * 2 - 1);
      }
    }
  }
  corners.forEach((spots, corner) => {
    const even = ((corner & 1) + ((corner >> 1) & 1) + (corner >> 2)) % 2 === 1;
    put(even ? spots.slice() : spots.slice().reverse(), 0, 1);
  });
}

/** @param longest the axis of v, or -1 to keep the texture upright. */
function boxPlace([x, y, z]: Vector, face: number, sign: number, density: number, longest: number): Place {
  const across = face === 0 ? 2 : 0;
  const [u, v] = face === 0 ? [-sign * z, -y] : face === 1 ? [x, sign * z] : [sign * x, -y];
  return longest === across ? [-v * density, u * density] : [u * density, v * density];
}

export interface Slab {
  /** Convex, counter-clockwise seen from +z. */
  outline: readonly (readonly [x: number, y: number])[];
  /** Thickness in z, half of it on each side. */
  depth: number;
  density?: number;
  at?: Placement;
}

/** A flat convex shape with thickness: roofs, fins, gables. */
export function slab(mesh: MeshBuilder, { outline, depth, density = 1, at = inPlace }: Slab): void {
  const side = (z: number) => outline.map(([x, y]) => mesh.point(at([x, y, z])));
  const [front, back] = [side(depth / 2), side(-depth / 2)];
  const place = (i: number): Place => [outline[i]![0] * density, -outline[i]![1] * density];
  for (let i = 1; i + 1 < outline.length; i++) {
    mesh.triangle(front[0]!, front[i]!, front[i + 1]!, place(0), place(i), place(i + 1));
    mesh.triangle(back[0]!, back[i + 1]!, back[i]!, place(0), place(i + 1), place(i));
  }
  let run = 0;
  outline.forEach(([x, y], i) => {
    const next = (i + 1) % outline.length;
    const end = run + Math.hypot(outline[next]![0] - x, outline[next]![1] - y);
    const [u0, u1, v1] = [run * density, end * density, depth * density];
    mesh.quad(back[i]!, back[next]!, front[next]!, front[i]!, [u0, 0], [u1, 0], [u1, v1], [u0, v1]);
    run = end;
  });
}
