/**
 * Writes the "Info" frame of an MP3 file. The encoder works in frames of 1152 samples and adds silence at both ends; with
 * this frame, players skip the added samples.
 */

/** Samples that LAME's filter bank adds before the sound. */
const ENCODER_DELAY = 576;
const SAMPLES_PER_FRAME = 1152;

const CRC16_TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >> 1) ^ 0xa001 : value >> 1;
  return value;
});

function crc16(bytes: Uint8Array): number {
  return bytes.reduce((crc, byte) => (crc >> 8) ^ CRC16_TABLE[(crc ^ byte) & 255]!, 0);
}

const BITRATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];

function frameLength(file: Buffer, at: number): number {
  const padding = (file[at + 2]! >> 1) & 1;
  return Math.floor((144_000 * BITRATES[file[at + 2]! >> 4]!) / 44_100) + padding;
}

function countFrames(file: Buffer): number {
  let frames = 0;
  for (let at = 0; at + 4 <= file.length && file[at] === 0xff; at += frameLength(file, at)) frames++;
  return frames;
}

/**
 * @param file only MPEG-1 Layer III frames at 44.1 kHz
 * @param samples the true length of the sound, per channel
 */
export function infoFrame(file: Buffer, samples: number): Buffer {
  const frames = countFrames(file);
  const header = Buffer.from(file.subarray(0, 4));
  header[2]! &= ~2;
  const mono = header[3]! >> 6 === 3;
  const frame = Buffer.alloc(frameLength(header, 0));
  header.copy(frame);
  const tag = 4 + (mono ? 17 : 32);
  frame.write('Info', tag, 'latin1');
  frame.writeUInt32BE(0x0f, tag + 4);
  frame.writeUInt32BE(frames, tag + 8);
  frame.writeUInt32BE(file.length + frame.length, tag + 12);
  for (let i = 0; i < 100; i++) frame[tag + 16 + i] = Math.floor((i * 256) / 100);
  frame.writeUInt32BE(50, tag + 116);
  const lame = tag + 120;
  frame.write('LAME3.100', lame, 'latin1');
  frame[lame + 9] = 1; // constant bit rate
  const padding = Math.max(0, Math.min(4095, frames * SAMPLES_PER_FRAME - samples - ENCODER_DELAY));
  frame.writeUIntBE((ENCODER_DELAY << 12) | padding, lame + 21, 3);
  frame.writeUInt32BE(file.length + frame.length, lame + 28);
  frame.writeUInt16BE(crc16(frame.subarray(0, lame + 34)), lame + 34);
  return frame;
}
