/** Checks of a triangle mesh that hold for every closed solid. */
import type { Mesh } from '../../src/solid/mesh.js';

export interface Inspection {
  finite: boolean;
  /** Closed surfaces: sets of triangles connected by shared points. */
  shells: number;
  /** Edges that are not used equally often in both directions. */
  openEdges: number;
  /** Shells whose volume is not positive. */
  insideOutShells: number;
  /** Normals that are not of unit length or point away from their triangle's outer side. */
  badNormals: number;
}

export function inspect(mesh: Mesh): Inspection {
  const { points, corners } = welded(mesh);
  return {
    finite: [mesh.positions, mesh.normals, mesh.places].every((array) => array.every(Number.isFinite)),
    ...shellsOf(mesh, points, corners),
    openEdges: openEdges(corners),
    badNormals: badNormals(mesh),
  };
}

/** Merges vertices at the same position: texture seams and hard edges split vertices, not surfaces. */
function welded({ positions, indices }: Mesh): { points: number; corners: Uint32Array } {
  const known = new Map<string, number>();
  const pointOf = Uint32Array.from({ length: positions.length / 3 }, (_, vertex) => {
    const key = `${positions[vertex * 3]},${positions[vertex * 3 + 1]},${positions[vertex * 3 + 2]}`;
    const point = known.get(key) ?? known.size;
    known.set(key, point);
    return point;
  });
  return { points: known.size, corners: indices.map((vertex) => pointOf[vertex]!) };
}

function openEdges(corners: Uint32Array): number {
  const balance = new Map<number, number>();
  for (let i = 0; i < corners.length; i++) {
    const from = corners[i]!;
    const to = corners[i % 3 === 2 ? i - 2 : i + 1]!;
    const key = Math.min(from, to) * 4194304 + Math.max(from, to);
    balance.set(key, (balance.get(key) ?? 0) + (from < to ? 1 : -1));
  }
  return [...balance.values()].filter((value) => value !== 0).length;
}

function shellsOf({ positions, indices }: Mesh, points: number, corners: Uint32Array) {
  const parent = Uint32Array.from({ length: points }, (_, i) => i);
  const root = (point: number): number => {
    while (parent[point] !== point) point = parent[point] = parent[parent[point]!]!;
    return point;
  };
  for (let i = 0; i < corners.length; i += 3) {
    parent[root(corners[i + 1]!)] = root(corners[i]!);
    parent[root(corners[i + 2]!)] = root(corners[i]!);
  }
  const volumes = new Map<number, number>();
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => indices[i + k]! * 3) as [number, number, number];
    const p = (vertex: number, axis: number) => positions[vertex + axis]!;
    const volume =
      p(a, 0) * (p(b, 1) * p(c, 2) - p(b, 2) * p(c, 1)) +
      p(a, 1) * (p(b, 2) * p(c, 0) - p(b, 0) * p(c, 2)) +
      p(a, 2) * (p(b, 0) * p(c, 1) - p(b, 1) * p(c, 0));
    const shell = root(corners[i]!);
    volumes.set(shell, (volumes.get(shell) ?? 0) + volume / 6);
  }
  return {
    shells: volumes.size,
    insideOutShells: [...volumes.values()].filter((volume) => !(volume > 0)).length,
  };
}

function badNormals({ positions, normals, indices }: Mesh): number {
  let bad = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => indices[i + k]! * 3) as [number, number, number];
    const [ux, uy, uz] = [0, 1, 2].map((axis) => positions[b + axis]! - positions[a + axis]!) as [
      number,
      number,
      number,
    ];
    const [vx, vy, vz] = [0, 1, 2].map((axis) => positions[c + axis]! - positions[a + axis]!) as [
      number,
      number,
      number,
    ];
    const face = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx] as const;
    const area = Math.hypot(...face);
    for (const vertex of [a, b, c]) {
      const [x, y, z] = [normals[vertex]!, normals[vertex + 1]!, normals[vertex + 2]!];
      const unit = Math.abs(Math.hypot(x, y, z) - 1) < 1e-4;
      // Below a hundredth of a square millimetre the direction of a face is rounding error.
      const outward = area < 1e-8 || (x * face[0] + y * face[1] + z * face[2]) / area > 0;
      if (!unit || !outward) bad++;
    }
  }
  return bad;
}
