/** Makes a GLB file of a tower: a box 1 wide, 12 high and 1 deep, whose foot is far from the origin. */
const FOOT = [5, 30, -7];
const SIZE = [1, 12, 1];
const FACES = [
  0, 1, 3, 0, 3, 2, 4, 7, 5, 4, 6, 7, 0, 5, 1, 0, 4, 5, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3,
];

export function tallModel(): Buffer {
  const corners = Array.from({ length: 8 }, (_, corner) =>
    [0, 1, 2].map((axis) => FOOT[axis]! + (corner & (1 << axis) ? SIZE[axis]! : 0)),
  );
  const positions = Buffer.from(new Float32Array(corners.flat()).buffer);
  const indices = Buffer.from(new Uint16Array(FACES).buffer);
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, material: 0 }] }],
    materials: [
      { doubleSided: true, pbrMetallicRoughness: { baseColorFactor: [0, 0.6, 0.1, 1], metallicFactor: 0 } },
    ],
    accessors: [
      {
        bufferView: 0,
        componentType: 5126,
        count: 8,
        type: 'VEC3',
        min: FOOT,
        max: FOOT.map((foot, axis) => foot + SIZE[axis]!),
      },
      { bufferView: 1, componentType: 5123, count: FACES.length, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: positions.length },
      { buffer: 0, byteOffset: positions.length, byteLength: indices.length },
    ],
    buffers: [{ byteLength: positions.length + indices.length }],
  };
  return glb(Buffer.from(JSON.stringify(json)), Buffer.concat([positions, indices]));
}

/** Joins both chunks, padded to four bytes: JSON with spaces, binary with zeros. */
function glb(json: Buffer, binary: Buffer): Buffer {
  const chunks = [chunk('JSON', json, 0x20), chunk('BIN\0', binary, 0)];
  const header = Buffer.alloc(12);
  header.write('glTF');
  header.writeUInt32LE(2, 4);
  header.writeUInt32LE(12 + chunks.reduce((bytes, { length }) => bytes + length, 0), 8);
  return Buffer.concat([header, ...chunks]);
}

function chunk(type: string, content: Buffer, filler: number): Buffer {
  const padded = Buffer.concat([content, Buffer.alloc((4 - (content.length % 4)) % 4, filler)]);
  const head = Buffer.alloc(8);
  head.writeUInt32LE(padded.length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, padded]);
}
