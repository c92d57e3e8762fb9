/** The texture for words that name no sound. */
import { bed, type Effect, ping, put, regular, sineOf, tone } from './stage.js';

/** Slow tones on a random chord, moving noise and sparse knocks; different for each seed. */
export const abstract: Effect = (stage) => {
  const { random } = stage;
  const root = random.between(70, 160);
  const ratios = random.pick([
    [1, 1.5, 2.25, 3.4],
    [1, 1.19, 1.78, 2.67],
    [1, 1.414, 2.12, 3.01],
    [1, 1.335, 2, 3.56],
  ]);
  for (const ratio of ratios) {
    const [rate, offset, index] = [random.between(0.06, 0.3), random(), random.between(0.2, 1.6)];
    const partner = random.pick([0.5, 1.01, 2, 3.01]);
    const voice = tone(
      stage.seconds,
      root * ratio,
      (turns, t) =>
        sineOf(turns + index * 0.2 * sineOf(turns * partner)) *
        (0.15 + 0.85 * (0.5 + 0.5 * sineOf(t * rate + offset)) ** 2),
    );
    put(stage, voice, 0, 0.35 / ratio ** 0.5, random.between(-0.8, 0.8));
  }
  const [low, sweep] = [random.between(250, 900), random.between(0.08, 0.3)];
  bed(
    stage,
    'pink',
    [{ band: 'band', hertz: (t) => low * 2 ** (1.5 + 1.5 * sineOf(t * sweep)), q: random.between(2, 7) }],
    0.3,
  );
  for (const at of regular(stage, random.between(0.7, 1.9), 0.5, random.between(0.1, 0.6))) {
    const hertz = root * random.pick(ratios) * random.pick([2, 4, 8]);
    for (const ratio of [1, 2.41, 4.2])
      ping(stage, {
        at,
        from: hertz * ratio,
        seconds: 1.4,
        decay: 0.3 / ratio,
        gain: 0.22 / ratio,
        pan: random.between(-0.9, 0.9),
      });
  }
};
