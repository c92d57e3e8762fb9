/**
 * Drum patterns: one line of sixteenths per drum and genre, with fills at the end of a section. In the lines `X` is an
 * accent, `x` a stroke, `o` a soft one. Quieter sections leave drums out.
 */
import type { Random } from '../random.js';
import type { Section } from './form.js';
import type { DrumPattern } from './genres.js';
import type { Drum, WrittenHit } from './score.js';

interface Groove {
  /** Each line plays from the intensity `from`. */
  lines: readonly { drum: Drum; from: number; steps: string }[];
  fill: readonly Drum[];
  crash?: Drum;
}

const STRENGTH: Record<string, number> = { X: 1, x: 0.75, o: 0.4 };

function line(drum: Drum, steps: string, from = 0.5): Groove['lines'][number] {
  return { drum, from, steps: steps.replaceAll(' ', '') };
}

const GROOVES: Record<Exclude<DrumPattern, 'none'>, Groove> = {
  soft: { lines: [line('shaker', 'o.o. x.o. o.o. x.o.'), line('rim', '.... o... .... o...', 0.7)], fill: ['shaker'] },
  lofi: {
    lines: [line('kick', 'X... .... ..x. ...o'), line('snare', '.... x... .... x..o'), line('hat', 'x.o. x.o. x.o. x.oo', 0.3)],
    fill: ['snare', 'rim'],
  },
  techno: {
    lines: [line('kick', 'X... X... X... X...', 0.4), line('open hat', '..x. ..x. ..x. ..x.', 0.6), line('hat', 'o.xo o.xo o.xo o.xo', 0.3), line('clap', '.... x... .... x...', 0.7), line('rim', '...o ..o. .o.. o..o', 0.8)],
    fill: ['clap', 'hat'], crash: 'crash',
  },
  house: {
    lines: [line('kick', 'X... X... X... X...', 0.5), line('open hat', '..x. ..x. ..x. ..x.', 0.6), line('shaker', 'oxoo oxoo oxoo oxoo', 0.3), line('clap', '.... X... .... X...', 0.6)],
    fill: ['clap', 'tom'], crash: 'crash',
  },
  synthwave: {
    lines: [line('kick', 'X... .... X.x. ....'), line('snare', '.... X... .... X...'), line('hat', 'x.x. x.x. x.x. x.x.', 0.3)],
    fill: ['tom', 'low tom'], crash: 'crash',
  },
  waltz: { lines: [line('timpani', 'x... .... ....', 0.8), line('brush', '.... o... o...', 0.5)], fill: ['brush'] },
  epic: {
    lines: [line('timpani', 'X... ..x. x... x.x.', 0.6), line('low tom', 'X.oo x.oo X.oo x.xx', 0.7), line('tom', '.... ..x. .... .xxx', 0.9)],
    fill: ['low tom', 'timpani'], crash: 'crash',
  },
  jazz: {
    lines: [line('ride', 'x... X.x. x... X.x.', 0.3), line('brush', '.... x... .... x...', 0.5), line('kick', 'o... .... o... ..o.', 0.7)],
    fill: ['snare', 'tom'],
  },
  chip: {
    lines: [line('chip kick', 'X... ..x. X... ....'), line('chip snare', '.... X... .... X..x'), line('chip hat', 'x.x. x.x. x.x. x.x.', 0.3)],
    fill: ['chip snare'],
  },
  rock: {
    lines: [line('kick', 'X... ..x. X.x. ....'), line('snare', '.... X... .... X...'), line('hat', 'X.x. X.x. X.x. X.x.', 0.3)],
    fill: ['snare', 'tom', 'low tom'], crash: 'crash',
  },
  folk: { lines: [line('low tom', 'x... .... o... ....', 0.6), line('shaker', 'o.x. o.x. o.x. o.x.', 0.4)], fill: ['tom'] },
  hiphop: {
    lines: [line('kick', 'X..x .... ..X. .x..'), line('snare', '.... X... .... X...'), line('hat', 'x.x. xxx. x.x. x.oo', 0.3)],
    fill: ['hat', 'snare'],
  },
  'drum and bass': {
    lines: [line('kick', 'X... .... ..X. ....'), line('snare', '.... X..o .o.. X..o'), line('hat', 'x.x. x.x. x.x. x.x.', 0.3)],
    fill: ['snare', 'tom'], crash: 'crash',
  },
  march: {
    lines: [line('low tom', 'X... .... X... ....', 0.5), line('snare', 'X.x. xxo. X.x. xxxx', 0.5), line('crash', 'o... .... o... ....', 0.9)],
    fill: ['snare'], crash: 'crash',
  },
}; // prettier-ignore

function barOf(
  groove: Groove,
  intensity: number,
  steps: number,
): { drum: Drum; step: number; velocity: number }[] {
  return groove.lines
    .filter((one) => intensity >= one.from)
    .flatMap(({ drum, steps: pattern }) =>
      Array.from({ length: steps }, (_, step) => ({
        drum,
        step,
        velocity: STRENGTH[pattern[step % pattern.length]!] ?? 0,
      })),
    )
    .filter((hit) => hit.velocity > 0);
}

function fillOf(groove: Groove, steps: number, random: Random) {
  const from = steps - random.pick([4, 4, 6]);
  return Array.from({ length: steps - from }, (_, i) => ({
    drum: groove.fill[Math.floor((i / (steps - from)) * groove.fill.length)]!,
    step: from + i,
    velocity: random() < 0.25 && i > 0 ? 0 : 0.45 + (0.4 * i) / (steps - from),
  })).filter((hit) => hit.velocity > 0);
}

/** Writes the strokes of the whole piece, in quarter notes. */
export function writeDrums(
  plan: { pattern: DrumPattern; sections: readonly Section[]; beatsPerBar: number },
  random: Random,
): WrittenHit[] {
  if (plan.pattern === 'none') return [];
  const groove = GROOVES[plan.pattern];
  const steps = Math.round(plan.beatsPerBar * 4);
  return plan.sections.flatMap((section, index) => {
    const first = section.firstBar * plan.beatsPerBar;
    if (section.name === 'ending') {
      const last = groove.crash ?? groove.lines[0]!.drum;
      return [last, groove.lines[0]!.drum].map((drum) => ({ drum, beat: first, velocity: 0.8 }));
    }
    const bars = Array.from({ length: section.bars }, (_, bar) => {
      const filled = bar === section.bars - 1 && section.bars > 1 && section.intensity >= 0.6;
      const fill = filled ? fillOf(groove, steps, random) : [];
      const played = barOf(groove, section.intensity, steps).filter(
        (hit) => !fill.some((one) => hit.step >= one.step && hit.drum !== 'kick'),
      );
      const crash =
        bar === 0 && index > 0 && groove.crash && section.intensity > 0.7
          ? [{ drum: groove.crash, step: 0, velocity: 0.5 }]
          : [];
      return [...played, ...fill, ...crash].map(({ drum, step, velocity }) => ({
        drum,
        beat: first + bar * plan.beatsPerBar + step / 4,
        velocity: velocity * (0.75 + section.intensity * 0.25),
      }));
    });
    return bars.flat();
  });
}
