/** Builds a plaque from a height map: a front in relief, sides and back. */
import { type Mesh, MeshBuilder, type Place, type Vector } from './mesh.js';
import { smoothStep } from './noise.js';

export interface HeightMap {
  /** Quads. There is one more value in each direction, row by row from the top left. */
  columns: number;
  rows: number;
  /** 0-1. */
  values: Float32Array;
}

export interface Plaque {
  /** Width over height. */
  aspect: number;
  /** Highest point over the front plane in metres; the longer side is 1. */
  depth: number;
}

/** Thickness below the front plane, metres. */
const THICKNESS = 0.03;
/** Share of the longer side over which the relief rises from the edge. */
const EDGE = 0.06;

/**
 * Returns front and body as two meshes, because they have two textures. They share the positions of their rim exactly, so
 * together they are one closed surface. The plaque is upright and faces +z.
 */
export function relief(map: HeightMap, { aspect, depth }: Plaque): { front: Mesh; body: Mesh } {
  const [width, height] = aspect >= 1 ? [1, 1 / aspect] : [aspect, 1];
  const heights = levelled(map, width, height, depth);
  const { columns, rows } = map;
  const at = (column: number, row: number): Vector => [
    (column / columns - 0.5) * width,
    height * (1 - row / rows),
    heights[row * (columns + 1) + column]!,
  ];
  return { front: frontOf(columns, rows, at), body: bodyOf(columns, rows, at) };
}

/** Stretches the heights to the full range (for pale pictures), smooths them, and lets them fall to zero at the edge. */
function levelled(map: HeightMap, width: number, height: number, depth: number): Float32Array {
  const smooth = softened({ ...map, values: softened(map) });
  const sorted = Float32Array.from(smooth).sort();
  const low = sorted[Math.floor(sorted.length * 0.02)]!;
  const high = sorted[Math.floor(sorted.length * 0.98)]!;
  const range = Math.max(0.05, high - low);
  return smooth.map((value, i) => {
    const [x, y] = [(i % (map.columns + 1)) / map.columns, Math.floor(i / (map.columns + 1)) / map.rows];
    const edge = Math.min(Math.min(x, 1 - x) * width, Math.min(y, 1 - y) * height);
    return Math.min(1, Math.max(0, (value - low) / range)) * smoothStep(0, EDGE, edge) * depth;
  });
}

/** Averages each value with its neighbours, so that a step of one grey level does not become a terrace. */
function softened({ columns, rows, values }: HeightMap): Float32Array {
  const result = new Float32Array(values.length);
  const w = columns + 1;
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      let sum = 0;
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const y = Math.min(rows, Math.max(0, row + dy));
          sum +=
            values[y * w + Math.min(columns, Math.max(0, column + dx))]! *
            (dx === 0 ? 2 : 1) *
            (dy === 0 ? 2 : 1);
        }
      }
      result[row * w + column] = sum / 16;
    }
  }
  return result;
}

function frontOf(columns: number, rows: number, at: (column: number, row: number) => Vector): Mesh {
  const mesh = new MeshBuilder(80);
  const points: number[] = [];
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) points.push(mesh.point(at(column, row)));
  }
  const id = (column: number, row: number) => points[row * (columns + 1) + column]!;
  const place = (column: number, row: number): Place => [column / columns, row / rows];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [c, r] = [column + 1, row + 1];
      mesh.quad(
        id(column, r),
        id(c, r),
        id(c, row),
        id(column, row),
        place(column, r),
        place(c, r),
        place(c, row),
        place(column, row),
      );
    }
  }
  return mesh.build();
}

/** Builds the walls from the rim of the front to the plane of the back, and the back. */
function bodyOf(columns: number, rows: number, at: (column: number, row: number) => Vector): Mesh {
  const mesh = new MeshBuilder(40);
  // Counter-clockwise seen from the front.
  const rim: Vector[] = [];
  for (let i = 0; i < columns; i++) rim.push(at(i, rows));
  for (let i = rows; i > 0; i--) rim.push(at(columns, i));
  for (let i = columns; i > 0; i--) rim.push(at(i, 0));
  for (let i = 0; i < rows; i++) rim.push(at(0, i));
  const front = rim.map((point) => mesh.point(point));
  const back = rim.map(([x, y]) => mesh.point([x, y, -THICKNESS]));
  const height = at(0, 0)[1];
  const middle = mesh.point([0, height / 2, -THICKNESS]);
  const flat = (i: number): Place => [rim[i]![0] + 0.5, 1 - rim[i]![1]];
  rim.forEach((_, i) => {
    const next = (i + 1) % rim.length;
    const [u, w] = [i / rim.length, (i + 1) / rim.length];
    mesh.quad(
      back[i]!,
      back[next]!,
      front[next]!,
      front[i]!,
      [u * 4, 1],
      [w * 4, 1],
      [w * 4, 0.97],
      [u * 4, 0.97],
    );
    mesh.triangle(middle, back[next]!, back[i]!, [0.5, 1 - height / 2], flat(next), flat(i));
  });
  return mesh.build();
}
