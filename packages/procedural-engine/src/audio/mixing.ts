/**
 * Mixes the buses to stereo: room, echo, side-chain ducking under the kick drum, and compression.
 */
import type { Buses } from './buses.js';
import type { Pace } from './pace.js';
import { type Pcm, removeDc, SAMPLE_RATE } from './pcm.js';

const SECOND = SAMPLE_RATE;

/** Lengths without common factors, so that the echoes of the room do not add up to a tone. */
const ROOM_LINES = [1447, 1801, 2143, 2503, 2801, 3163, 3499, 3847];

/**
 * Adds reverberation to `left` and `right`: eight delay lines that feed each other (a Householder network) with a low-pass
 * in each round.
 * @param roomSeconds time until it has fallen by 60 dB
 */
export async function addRoom(
  send: Float32Array,
  out: { left: Float32Array; right: Float32Array },
  room: { seconds: number; gain: number; damping?: number },
  pace: Pace,
): Promise<void> {
  const lines = ROOM_LINES.map(
    (length) => new Float32Array(Math.round(length * (0.7 + room.seconds * 0.12))),
  );
  const keep = lines.map((line) => 10 ** ((-3 * line.length) / (room.seconds * SAMPLE_RATE)));
  const at = lines.map(() => 0);
  const dark = lines.map(() => 0);
  const values = new Float32Array(8);
  const damping = room.damping ?? 0.35;
  const before = new Float32Array(Math.round(0.014 * SAMPLE_RATE));
  for (let from = 0, early = 0; from < send.length; from += SECOND) {
    const end = Math.min(send.length, from + SECOND);
    for (let i = from; i < end; i++) {
      const input = before[early]!;
      before[early] = send[i]!;
      early = early + 1 === before.length ? 0 : early + 1;
      let total = 0;
      for (let k = 0; k < 8; k++) {
        const fresh = lines[k]![at[k]!]!;
        dark[k] = fresh + (dark[k]! - fresh) * damping;
        values[k] = dark[k]! * keep[k]!;
        total += values[k]!;
      }
      const shared = total * 0.25;
      for (let k = 0; k < 8; k++) {
        const line = lines[k]!;
        line[at[k]!] = input + values[k]! - shared;
        at[k] = at[k]! + 1 === line.length ? 0 : at[k]! + 1;
      }
      out.left[i]! += (values[0]! - values[2]! + values[4]! - values[6]!) * room.gain;
      out.right[i]! += (values[1]! - values[3]! + values[5]! - values[7]!) * room.gain;
    }
    await pace(end / send.length);
  }
}

/** Adds a ping-pong echo, each repeat on the other side and duller. @param seconds between two repeats. */
function addEcho(
  send: Float32Array,
  out: { left: Float32Array; right: Float32Array },
  seconds: number,
  feedback: number,
): void {
  const length = Math.max(1, Math.round(seconds * SAMPLE_RATE));
  const [a, b] = [new Float32Array(length), new Float32Array(length)];
  let [dullA, dullB] = [0, 0];
  for (let i = 0, at = 0; i < send.length; i++) {
    dullA += (a[at]! - dullA) * 0.45;
    dullB += (b[at]! - dullB) * 0.45;
    out.left[i]! += dullA;
    out.right[i]! += dullB;
    a[at] = send[i]! + dullB * feedback;
    b[at] = dullA * feedback;
    at = at + 1 === length ? 0 : at + 1;
  }
}

/** Ducks the buses at each kick, as in dance music. */
export function pump(buses: Buses, kicks: readonly number[], depth: number): void {
  if (depth === 0) return;
  const tracks = [buses.left, buses.right, buses.room, buses.echo];
  for (const [index, kick] of kicks.entries()) {
    const first = Math.floor(kick * SAMPLE_RATE);
    const next = kicks[index + 1];
    const length = Math.min(
      Math.round(0.28 * SAMPLE_RATE),
      (next === undefined ? Infinity : Math.floor(next * SAMPLE_RATE)) - first,
    );
    for (let i = 0; i < length && first + i < buses.left.length; i++) {
      const at = i / SAMPLE_RATE;
      // Down within 4 ms, back within 0.28 s.
      const duck = depth * Math.min(1, at / 0.004) * Math.max(0, 1 - at / 0.28) ** 1.5;
      for (const track of tracks) track[first + i]! *= 1 - duck;
    }
  }
}

/** Compresses 3:2 above the threshold (RMS). */
function compress(pcm: Pcm, threshold: number): void {
  const block = 128;
  let [level, gain] = [0, 1];
  for (let from = 0; from < pcm.left.length; from += block) {
    const end = Math.min(pcm.left.length, from + block);
    let energy = 0;
    for (let i = from; i < end; i++) energy += pcm.left[i]! ** 2 + pcm.right[i]! ** 2;
    const now = Math.sqrt(energy / (2 * (end - from)));
    level += (now - level) * (now > level ? 0.25 : 0.02);
    const wanted = level > threshold ? (threshold / level) ** (1 / 3) : 1;
    for (let i = from; i < end; i++) {
      const part = gain + ((wanted - gain) * (i - from)) / block;
      pcm.left[i]! *= part;
      pcm.right[i]! *= part;
    }
    gain = wanted;
  }
}

export function newBuses(samples: number): Buses {
  const [left, right] = [new Float32Array(samples), new Float32Array(samples)];
  return { left, right, room: new Float32Array(samples), echo: new Float32Array(samples) };
}

export interface MixPlan {
  reverb: number;
  echo: number;
  roomSeconds: number;
  /** Seconds between two echoes. */
  echoSeconds: number;
}

/** Mixes the buses to one sound, without a final level (see `raiseLoudness`). */
export async function mixDown(buses: Buses, plan: MixPlan, pace: Pace): Promise<Pcm> {
  const pcm: Pcm = { sampleRate: SAMPLE_RATE, left: buses.left, right: buses.right };
  if (plan.echo > 0) addEcho(buses.echo, pcm, plan.echoSeconds, 0.45);
  await addRoom(buses.room, pcm, { seconds: plan.roomSeconds, gain: 0.5 }, pace);
  removeDc(pcm);
  compress(pcm, 0.12);
  return pcm;
}
