/** Engines, trains, helicopters, cities, and the hum of large machines. */
import { filter, wander } from '../filters.js';
import { bed, burst, type Effect, noiseSeed, put, regular, sineOf, tone } from './stage.js';

/** Firing strokes at the engine's rate, each a little different, through the resonances of the car. */
export const engine: Effect = (stage) => {
  const { words } = stage;
  const hunt = wander(noiseSeed(stage), 0.5);
  const rough = wander(noiseSeed(stage), 0.03);
  const racing = /\b(rac|accelerat|rev|speed|sport|motorcycle|motorbike)/.test(words);
  const idle = /\b(truck|tractor|diesel|boat)/.test(words) ? 22 : 34;
  const rate = (t: number) =>
    idle *
    (racing ? 1.3 + 2.6 * Math.abs(Math.sin((Math.PI * t) / Math.min(4, stage.seconds))) : 1) *
    (0.96 + 0.08 * hunt(t));
  const strokes = tone(stage.seconds, rate, (turns, t) => {
    const stroke = turns % 1;
    const uneven =
      0.75 + 0.25 * Math.sin(2 * Math.PI * (Math.floor(turns) % 4) * 0.27) + 0.3 * (rough(t) - 0.5);
    return (
      uneven *
      (Math.exp(-stroke * 7) -
        0.142 +
        0.4 * sineOf(turns * 2) +
        0.25 * sineOf(turns * 3.01) +
        0.2 * sineOf(turns * 0.5))
    );
  });
  for (let i = 0; i < strokes.length; i++) strokes[i] = Math.tanh(strokes[i]! * 1.6);
  put(stage, filter(strokes, 'low', racing ? 1900 : 1100, 0.9), 0, 0.8);
  bed(stage, 'pink', [{ band: 'band', hertz: (t) => rate(t) * 22, q: 0.6 }], 0.12);
};

export const train: Effect = (stage) => {
  const roll = wander(noiseSeed(stage), 0.7);
  bed(stage, 'brown', [{ band: 'low', hertz: 320 }], (t) => 0.5 + 0.4 * roll(t));
  bed(stage, 'pink', [{ band: 'band', hertz: 2400, q: 1.5 }], (t) => 0.04 + 0.06 * roll(t));
  for (const at of regular(stage, 0.82, 0.01, 0.1)) {
    for (const late of [0, 0.11, 0.3, 0.41]) {
      burst(stage, {
        at: at + late,
        seconds: 0.1,
        decay: 0.022,
        gain: 0.75,
        steps: [{ band: 'band', hertz: 480, q: 2.2 }],
      });
      burst(stage, {
        at: at + late,
        seconds: 0.04,
        decay: 0.006,
        gain: 0.3,
        steps: [{ band: 'band', hertz: 2900, q: 3 }],
      });
    }
  }
  if (!/\b(whistle|horn|steam)/.test(stage.words)) return;
  for (const at of regular(stage, 5, 0.3, 0.6)) {
    for (const hertz of [311, 370, 466])
      put(
        stage,
        tone(
          1.2,
          hertz,
          (turns, t) =>
            (sineOf(turns) + 0.4 * sineOf(turns * 2)) * Math.min(1, t / 0.08) * Math.min(1, (1.2 - t) / 0.25),
        ),
        at,
        0.22,
      );
  }
};

export const helicopter: Effect = (stage) => {
  const rate = 11.5;
  bed(stage, 'brown', [{ band: 'low', hertz: 420 }], (t) => 0.25 + 1.5 * Math.max(0, sineOf(t * rate)) ** 3);
  bed(
    stage,
    'white',
    [{ band: 'band', hertz: 1800, q: 0.6 }],
    (t) => 0.05 + 0.14 * Math.max(0, sineOf(t * rate - 0.06)) ** 2,
  );
  put(
    stage,
    filter(
      tone(stage.seconds, 176, (turns) => (turns % 1) - 0.5),
      'low',
      1300,
    ),
    0,
    0.1,
  );
};

/** A city from a window: a low roar, and cars that pass from one side to the other. */
export const city: Effect = (stage) => {
  const { random } = stage;
  bed(stage, 'brown', [{ band: 'low', hertz: 420 }], 0.35);
  bed(stage, 'pink', [{ band: 'band', hertz: 800, q: 0.3 }], 0.05);
  for (const at of regular(stage, 3.1, 0.9, 0.2)) {
    const way = random() < 0.5 ? 1 : -1;
    for (const part of [-1, 0, 1]) {
      burst(stage, {
        at: at + 0.5 + part * 0.45,
        seconds: 2.2,
        attack: 0.7,
        decay: 0.45,
        colour: 'pink',
        gain: 0.45,
        pan: part * way * 0.9,
        steps: [{ band: 'low', hertz: 1500 - part * 350 }],
      });
    }
  }
  if (random() < 0.6 && stage.seconds > 3) {
    for (const hertz of [392, 494])
      put(
        stage,
        tone(0.35, hertz, (turns, t) => Math.tanh(2 * sineOf(turns)) * Math.min(1, t / 0.02)),
        stage.seconds * random.between(0.3, 0.7),
        0.05,
        0.5,
      );
  }
};

/** The hum of a ship, a reactor or a server room. */
export const hum: Effect = (stage) => {
  const { random } = stage;
  const hertz = random.between(45, 62);
  for (let n = 1; n <= 9; n++) {
    const beat = wander(noiseSeed(stage), random.between(1, 3));
    const sound = tone(
      stage.seconds,
      hertz * n * random.between(0.997, 1.003),
      (turns, t) => sineOf(turns) * (0.4 + 0.6 * beat(t)),
    );
    put(stage, sound, 0, 0.5 / n ** 1.1, random.between(-0.7, 0.7));
  }
  bed(stage, 'pink', [{ band: 'low', hertz: 500 }], 0.1);
};
