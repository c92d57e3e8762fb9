/** The mixing buses, into which every voice and drum writes, and the parameters of a note. */

/** The dry stereo sum, and the sends to the room and to the echo. */
export interface Buses {
  left: Float32Array;
  right: Float32Array;
  room: Float32Array;
  echo: Float32Array;
}

export interface PlayedNote {
  midi: number;
  /** Seconds. */
  start: number;
  seconds: number;
  /** Linear gain, velocity included. */
  gain: number;
  velocity: number;
  /** -1 left to 1 right. */
  pan: number;
  room: number;
  echo: number;
  /** Any number; notes with different seeds get different noise. */
  seed: number;
}

/** Samples per block: a voice evaluates its envelope once per block. */
export const BLOCK = 32;

/** Adds a block of mono sound to the buses. */
export function place(
  buses: Buses,
  at: number,
  block: Float32Array,
  length: number,
  note: PlayedNote,
  pan: number,
): void {
  const angle = ((Math.max(-1, Math.min(1, pan)) + 1) * Math.PI) / 4;
  const [l, r] = [Math.cos(angle) * note.gain, Math.sin(angle) * note.gain];
  const { left, right, room, echo } = buses;
  const [toRoom, toEcho] = [note.room * note.gain, note.echo * note.gain];
  for (let i = 0; i < length; i++) {
    const value = block[i]!;
    left[at + i]! += value * l;
    right[at + i]! += value * r;
    room[at + i]! += value * toRoom;
    if (toEcho > 0) echo[at + i]! += value * toEcho;
  }
}
