/** Keeps frames, their description, the table of seek points and comments that playing needs. */
import { cleanComments } from './comments.js';
import { id3Bytes } from './id3.js';
import { type Cleaned, Pieces, type Source } from './source.js';

const [STREAM, SEEK_POINTS, COMMENTS] = [0, 3, 4] as const;
const MAX_COMMENT_BYTES = 16 * 1024 * 1024;

export async function cleanFlac(source: Source): Promise<Cleaned> {
  const pieces = new Pieces();
  const { start, blocks, end } = await cleanedFlacBlocks(source);
  pieces.keep(start, start + 4);
  blocks.forEach((block, index) => {
    const head = Buffer.alloc(4);
    head.writeUIntBE(block.length, 1, 3);
    head[0] = block.type | (index === blocks.length - 1 ? 0x80 : 0);
    pieces.add(head);
    if ('at' in block) pieces.keep(block.at, block.at + block.length);
    else pieces.add(block.data);
  });
  pieces.keep(end, await endWithoutId3v1(source, end));
  return { pieces, carries: null };
}

type Block = { type: number; length: number } & ({ at: number } | { data: Buffer });

async function cleanedFlacBlocks(source: Source): Promise<{ start: number; blocks: Block[]; end: number }> {
  let start = 0;
  for (let bytes = -1; bytes !== 0; start += bytes) bytes = await id3Bytes(source, start);
  const blocks: Block[] = [];
  let at = start + 4;
  for (let isLast = false; !isLast && at < source.size;) {
    const head = await source.read(at, 4);
    if (head.length < 4) break;
    isLast = (head[0]! & 0x80) !== 0;
    const type = head[0]! & 0x7f;
    const length = head.readUIntBE(1, 3);
    if (type === STREAM || type === SEEK_POINTS) blocks.push({ type, length, at: at + 4 });
    else if (type === COMMENTS && length <= MAX_COMMENT_BYTES) {
      const data = cleanComments(await source.read(at + 4, length));
      blocks.push({ type, length: data.length, data });
    }
    at += 4 + length;
  }
  return { start, blocks, end: Math.min(at, source.size) };
}

async function endWithoutId3v1(source: Source, from: number): Promise<number> {
  const tag = await source.read(source.size - 128, 3);
  return source.size - from > 128 && tag.toString('latin1') === 'TAG' ? source.size - 128 : source.size;
}
