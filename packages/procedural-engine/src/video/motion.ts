/** Camera moves over a still picture or a painted scene, as functions of time. Eased, so that no move starts or stops abruptly. */

export interface View {
  /** Centre of the view, as an offset from the middle in shares of the frame's width and height. */
  x: number;
  y: number;
  /** 1 shows the whole width of the frame, 1.2 five sixths of it. */
  zoom: number;
}

export const STILL_MOTIONS = ['zoom-in', 'zoom-out', 'pan-left', 'pan-right', 'orbit'] as const;
export type StillMotion = (typeof STILL_MOTIONS)[number];

export type Move = 'push-in' | 'pull-out' | 'pan-left' | 'pan-right' | 'rise' | 'drift';

/** Easing 0–1: constant speed in the middle, slow at both ends. */
function eased(t: number): number {
  const smooth = t * t * (3 - 2 * t);
  return 0.35 * t + 0.65 * smooth;
}

/** Returns the extent of a move: smaller in short clips, which bounds the speed on screen. */
export function reach(durationSeconds: number): number {
  return Math.min(1.15, Math.max(0.4, 0.3 + durationSeconds * 0.17));
}

/** @param t position in the clip, 0–1. @param focus target of a zoom, in shares of the picture. */
export function stillView(
  motion: StillMotion,
  t: number,
  far: number,
  focus: { u: number; v: number },
): View {
  const e = eased(t);
  const [fx, fy] = [clamp(focus.u - 0.5, 0.25), clamp(focus.v - 0.5, 0.25)];
  const into = (amount: number): View => {
    const zoom = 1.06 + 0.16 * far * amount;
    return { x: fx * 0.35 * amount, y: fy * 0.35 * amount, zoom };
  };
  switch (motion) {
    case 'zoom-in':
      return into(e);
    case 'zoom-out':
      return into(1 - e);
    case 'pan-left':
      return { x: (0.5 - e) * 0.13 * far, y: fy * 0.1, zoom: 1.2 };
    case 'pan-right':
      return { x: (e - 0.5) * 0.13 * far, y: fy * 0.1, zoom: 1.2 };
    case 'orbit': {
      const angle = Math.PI * (0.15 + 1.7 * e * Math.min(1, far));
      return {
        x: Math.cos(angle) * 0.05,
        y: Math.sin(angle) * 0.022,
        zoom: 1.15 + 0.03 * Math.sin(Math.PI * e),
      };
    }
  }
}

/** Returns the view of the nearest layer for a move through a painted scene; far layers follow it less. */
export function sceneView(move: Move, t: number, far: number): View {
  const e = eased(t);
  const side = (e - 0.5) * 0.16 * far;
  const bob = Math.sin(t * Math.PI * 2) * 0.004;
  switch (move) {
    case 'push-in':
      return { x: side * 0.25, y: bob, zoom: 1.02 + 0.2 * far * e };
    case 'pull-out':
      return { x: -side * 0.25, y: bob, zoom: 1.02 + 0.2 * far * (1 - e) };
    case 'pan-left':
      return { x: -side, y: bob, zoom: 1.04 + 0.04 * e };
    case 'pan-right':
      return { x: side, y: bob, zoom: 1.04 + 0.04 * e };
    case 'rise':
      return { x: side * 0.2, y: (0.5 - e) * 0.12 * far, zoom: 1.05 };
    case 'drift': {
      const angle = Math.PI * (0.2 + 1.3 * e);
      return {
        x: Math.cos(angle) * 0.065 * far,
        y: Math.sin(angle) * 0.02 * far,
        zoom: 1.04 + 0.07 * e * far,
      };
    }
  }
}

const MOVE_WORDS: readonly [RegExp, Move][] = [
  [/\b(zoom(s|ing)? out|pull(s|ing)? (out|back)|reveal)/, 'pull-out'],
  [/\b(zoom|push|dolly|fly(ing)?|forward|approach|close.?up|into)/, 'push-in'],
  [/\b(pan(s|ning)? left|to the left)\b/, 'pan-left'],
  [/\b(pan(s|ning)?|track(s|ing)?|slid(e|es|ing)|scroll)\b/, 'pan-right'],
  [/\b(ris(e|es|ing)|crane|drone|aerial|tilt|above)\b/, 'rise'],
  [/\b(orbit|drift|float|around|circl)/, 'drift'],
];

/** Returns the first move that the words name. */
export function moveNamed(prompt: string): Move | undefined {
  const words = prompt.toLowerCase();
  return MOVE_WORDS.find(([pattern]) => pattern.test(words))?.[1];
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}
