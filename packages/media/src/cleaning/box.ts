/** @param length as the head says it, more than its data when the rest follows. */
export function box(type: string, data: Buffer, length = 8 + data.length): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, data]);
}
