/** Signals: sirens, alarms, telephones, buttons, games, and magic. */
import { filter } from '../filters.js';
import { bed, burst, type Effect, ping, put, regular, sineOf, type Stage, tone } from './stage.js';

export const siren: Effect = (stage) => {
  const twoTone = /\b(europe|two.?tone|ambulance|fire)/.test(stage.words);
  const yelp = /\b(yelp|fast|police)/.test(stage.words);
  const hertz = twoTone
    ? (t: number) => (t % 1.3 < 0.65 ? 440 : 585)
    : (t: number) => 650 + 480 * (0.5 - 0.5 * Math.cos(2 * Math.PI * t * (yelp ? 1.6 : 0.28)));
  const horn = tone(stage.seconds, hertz, (turns) =>
    Math.tanh(3 * (sineOf(turns) + 0.3 * sineOf(turns * 2))),
  );
  filter(horn, 'band', 1100, 0.5);
  put(stage, horn, 0, 0.6, -0.1);
  put(stage, horn, 0.09, 0.14, 0.7);
  put(stage, horn, 0.17, 0.09, -0.8);
};

/** Notes of equal length with a soft start and end. */
function beeps(
  stage: Stage,
  at: number,
  notes: readonly number[],
  each: number,
  gain: number,
  edge = 0.004,
): void {
  notes.forEach((hertz, i) => {
    if (hertz === 0) return;
    const sound = tone(
      each,
      hertz,
      (turns, t) =>
        (sineOf(turns) + 0.25 * sineOf(turns * 3)) * Math.min(1, t / edge) * Math.min(1, (each - t) / edge),
    );
    put(stage, sound, at + i * each, gain);
  });
}

export const alarm: Effect = (stage) => {
  for (const at of regular(stage, 1, 0, 0.02)) beeps(stage, at, [1040, 0, 1040, 0, 1040, 0], 0.1, 0.6);
};

export const phone: Effect = (stage) => {
  for (const at of regular(stage, 3, 0, 0.05)) {
    for (const ring of [0, 0.7]) {
      for (const hertz of [1180, 1420, 2350])
        put(
          stage,
          tone(
            0.5,
            hertz,
            (turns, t) =>
              sineOf(turns) *
              (0.5 + 0.5 * sineOf(t * 21)) *
              Math.min(1, t / 0.01) *
              Math.min(1, (0.5 - t) / 0.06),
          ),
          at + ring,
          0.3,
        );
    }
  }
};

/** A short feedback sound of a device: a click has no pitch, a notice has two. */
export const click: Effect = (stage) => {
  const { random } = stage;
  for (const at of regular(stage, 1.2, 0, 0.02)) {
    burst(stage, {
      at,
      seconds: 0.02,
      decay: 0.0018,
      gain: 1,
      steps: [{ band: 'band', hertz: random.between(2400, 3200), q: 1.4 }],
    });
    ping(stage, { at, from: 1500, to: 900, glide: 0.006, seconds: 0.05, decay: 0.008, gain: 0.5 });
  }
};

export const notice: Effect = (stage) => {
  const { random, words } = stage;
  const wrong = /\b(error|fail|wrong|denied|lose)/.test(words);
  const [low, high] = wrong
    ? [392, 277]
    : random.pick([
        [784, 1175],
        [880, 1319],
        [659, 988],
      ] as const);
  for (const at of regular(stage, 2.2, 0, 0.03)) {
    for (const [i, hertz] of [low, high].entries()) {
      for (const [ratio, gain] of [
        [1, 0.6],
        [2, 0.2],
        [3.01, 0.08],
      ] as const)
        ping(stage, {
          at: at + i * 0.13,
          from: hertz * ratio,
          seconds: 1.2,
          decay: 0.25 / ratio,
          attack: 0.004,
          gain,
        });
    }
  }
};

/** The square waves of old games: a coin, a jump, a level won. */
export const game: Effect = (stage) => {
  const { words } = stage;
  const jump = /\b(jump|hop|bounce)/.test(words);
  const won = /\b(win|victory|level|power|success|achieve)/.test(words);
  for (const at of regular(stage, won ? 2 : 1.2, 0, 0.03)) {
    const square = (turns: number) => (turns % 1 < 0.5 ? 0.5 : -0.5);
    if (jump) {
      put(
        stage,
        filter(
          tone(
            0.25,
            (t) => 220 + 1900 * t,
            (turns, t) => square(turns) * Math.min(1, (0.25 - t) / 0.1),
          ),
          'low',
          6000,
        ),
        at,
        0.6,
      );
      continue;
    }
    const notes = won ? [523, 659, 784, 1047, 784, 1047] : [988, 1319];
    notes.forEach((hertz, i) => {
      const long = i === notes.length - 1 ? 0.5 : 0.085;
      put(
        stage,
        filter(
          tone(
            long,
            hertz,
            (turns, t) => square(turns) * Math.exp(-t / (long * 0.6)) * Math.min(1, t / 0.002),
          ),
          'low',
          7000,
        ),
        at + i * 0.085,
        0.55,
      );
    });
  }
};

/** A rising run of small bells. */
export const magic: Effect = (stage) => {
  const { random } = stage;
  for (const at of regular(stage, 3.4, 0.3, 0.05)) {
    for (let i = 0; i < 34; i++) {
      const hertz = 880 * 2 ** ((random.pick([0, 2, 4, 7, 9]) + 12 * Math.floor((i / 34) * 3)) / 12);
      ping(stage, {
        at: at + (i / 34) * 1.3 + random.between(0, 0.04),
        from: hertz,
        to: hertz * 1.01,
        seconds: 0.9,
        decay: 0.16,
        gain: 0.16 * random.between(0.4, 1),
        pan: random.between(-0.9, 0.9),
      });
    }
  }
  bed(
    stage,
    'white',
    [{ band: 'band', hertz: 7500, q: 1 }],
    (t) => 0.02 * Math.max(0, sineOf(t / 3.4 - 0.1)),
  );
};
