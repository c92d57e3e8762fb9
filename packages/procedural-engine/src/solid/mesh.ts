/**
 * Builds triangle meshes. Faces share points, and normals are computed from the faces: an edge is smooth below the crease
 * angle and hard above it. Shared points make a surface closed, also where its texture has a seam.
 */

/** Right-handed, y up. Metres once `fitted`. */
export type Vector = readonly [x: number, y: number, z: number];
/** glTF: u to the right, v down; beyond 0-1 the texture repeats. */
export type Place = readonly [u: number, v: number];

export interface Mesh {
  /** Three per vertex. */
  positions: Float32Array;
  /** Unit length, outward. */
  normals: Float32Array;
  /** Two per vertex. */
  places: Float32Array;
  /** Three per triangle, counter-clockwise seen from outside. */
  indices: Uint32Array;
}

export class MeshBuilder {
  private readonly points: number[] = [];
  /** Per corner: point number, u, v. */
  private readonly cornerPoints: number[] = [];
  private readonly cornerPlaces: number[] = [];

  /** @param creaseDegrees faces that meet at a greater angle than this have a hard edge between them. */
  constructor(private readonly creaseDegrees = 40) {}

  point(position: Vector): number {
    this.points.push(position[0], position[1], position[2]);
    return this.points.length / 3 - 1;
  }

  /** Adds a triangle, counter-clockwise seen from outside. Skips one without area. */
  triangle(a: number, b: number, c: number, pa: Place, pb: Place, pc: Place): void {
    if (a === b || b === c || c === a) return;
    this.cornerPoints.push(a, b, c);
    this.cornerPlaces.push(pa[0], pa[1], pb[0], pb[1], pc[0], pc[1]);
  }

  quad(a: number, b: number, c: number, d: number, pa: Place, pb: Place, pc: Place, pd: Place): void {
    this.triangle(a, b, c, pa, pb, pc);
    this.triangle(a, c, d, pa, pc, pd);
  }

  build(): Mesh {
    const faces = faceNormals(this.points, this.cornerPoints);
    const around = cornersByPoint(this.points.length / 3, this.cornerPoints);
    const crease = Math.cos((this.creaseDegrees * Math.PI) / 180);
    const vertices = new VertexList();
    const indices = new Uint32Array(this.cornerPoints.length);
    for (let corner = 0; corner < indices.length; corner++) {
      const point = this.cornerPoints[corner]!;
      const normal = cornerNormal(corner, around[point]!, faces, crease);
      const place: Place = [this.cornerPlaces[corner * 2]!, this.cornerPlaces[corner * 2 + 1]!];
      indices[corner] = vertices.numberOf(point, this.points, normal, place);
    }
    return { ...vertices.arrays(), indices };
  }
}

/** Returns per face x, y, z of the unit normal and the area, the weight in averages. */
function faceNormals(points: readonly number[], corners: readonly number[]): Float64Array {
  const result = new Float64Array((corners.length / 3) * 4);
  for (let face = 0; face < corners.length / 3; face++) {
    const [a, b, c] = [corners[face * 3]! * 3, corners[face * 3 + 1]! * 3, corners[face * 3 + 2]! * 3];
    const ux = points[b]! - points[a]!;
    const uy = points[b + 1]! - points[a + 1]!;
    const uz = points[b + 2]! - points[a + 2]!;
    const vx = points[c]! - points[a]!;
    const vy = points[c + 1]! - points[a + 1]!;
    const vz = points[c + 2]! - points[a + 2]!;
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const length = Math.hypot(x, y, z);
    if (length > 0) result.set([x / length, y / length, z / length, length], face * 4);
  }
  return result;
}

function cornersByPoint(points: number, corners: readonly number[]): number[][] {
  const around: number[][] = Array.from({ length: points }, () => []);
  corners.forEach((point, corner) => around[point]!.push(corner));
  return around;
}

function cornerNormal(
  corner: number,
  around: readonly number[],
  faces: Float64Array,
  crease: number,
): Vector {
  const own = Math.floor(corner / 3) * 4;
  const [ox, oy, oz] = [faces[own]!, faces[own + 1]!, faces[own + 2]!];
  let [x, y, z] = [0, 0, 0];
  for (const other of around) {
    const face = Math.floor(other / 3) * 4;
    const agreement = faces[face]! * ox + faces[face + 1]! * oy + faces[face + 2]! * oz;
    if (agreement < crease && face !== own) continue;
    const area = faces[face + 3]!;
    x += faces[face]! * area;
    y += faces[face + 1]! * area;
    z += faces[face + 2]! * area;
  }
  const length = Math.hypot(x, y, z);
  // A face without area has no direction and is invisible; any unit vector is valid.
  return length > 0 ? [x / length, y / length, z / length] : [0, 1, 0];
}

/** Merges vertices with equal point, normal and texture coordinates. */
class VertexList {
  private readonly positions: number[] = [];
  private readonly normals: number[] = [];
  private readonly places: number[] = [];
  /** Point -> its vertices. A point has few, so a scan is faster than a map with a text key. */
  private readonly byPoint = new Map<number, number[]>();

  numberOf(point: number, points: readonly number[], normal: Vector, place: Place): number {
    const known = this.byPoint.get(point) ?? [];
    const found = known.find((vertex) => this.isSame(vertex, normal, place));
    if (found !== undefined) return found;
    const vertex = this.positions.length / 3;
    this.positions.push(points[point * 3]!, points[point * 3 + 1]!, points[point * 3 + 2]!);
    this.normals.push(...normal);
    this.places.push(...place);
    known.push(vertex);
    this.byPoint.set(point, known);
    return vertex;
  }

  arrays(): Omit<Mesh, 'indices'> {
    return {
      positions: Float32Array.from(this.positions),
      normals: Float32Array.from(this.normals),
      places: Float32Array.from(this.places),
    };
  }

  private isSame(vertex: number, [x, y, z]: Vector, [u, v]: Place): boolean {
    const n = this.normals;
    const same =
      Math.abs(this.places[vertex * 2]! - u) < 1e-6 && Math.abs(this.places[vertex * 2 + 1]! - v) < 1e-6;
    return same && n[vertex * 3]! * x + n[vertex * 3 + 1]! * y + n[vertex * 3 + 2]! * z > 0.9999;
  }
}

/** Moves and scales meshes together: longest side `size` metres, centred over the origin, lowest point at y = 0. */
export function fit(meshes: readonly Mesh[], size: number): void {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of meshes) {
    for (let i = 0; i < positions.length; i++) {
      low[i % 3] = Math.min(low[i % 3]!, positions[i]!);
      high[i % 3] = Math.max(high[i % 3]!, positions[i]!);
    }
  }
  const scale = size / Math.max(...high.map((value, axis) => value - low[axis]!));
  const origin = [(low[0]! + high[0]!) / 2, low[1]!, (low[2]! + high[2]!) / 2];
  for (const { positions } of meshes) {
    for (let i = 0; i < positions.length; i++) positions[i] = (positions[i]! - origin[i % 3]!) * scale;
  }
}
