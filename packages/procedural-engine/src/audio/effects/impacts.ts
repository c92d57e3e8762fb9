/** Single hard sounds: explosions, shots, breaking glass, metal, bells, and passing objects. */
import { bed, burst, type Effect, ping, put, regular, scattered, sineOf, strength, tone } from './stage.js';

export const explosion: Effect = (stage) => {
  const { random } = stage;
  const force = strength(stage);
  for (const at of regular(stage, 6, 0.3, 0.06)) {
    burst(stage, { at, seconds: 0.2, decay: 0.02, gain: 1.6, steps: [{ band: 'low', hertz: 6000 }] });
    burst(stage, {
      at,
      seconds: 4,
      attack: 0.004,
      decay: 0.55 * force,
      gain: 2.2,
      steps: [{ band: 'low', hertz: (t) => 90 + 3600 * Math.exp(-t * 5), q: 0.9 }],
    });
    burst(stage, {
      at: at + 0.1,
      seconds: 5,
      attack: 0.15,
      decay: 1.1,
      colour: 'brown',
      gain: 1.6 * force,
      steps: [{ band: 'low', hertz: 150 }],
    });
    ping(stage, { at, from: 95, to: 28, glide: 0.12, seconds: 1.6, decay: 0.35, gain: 1.5 });
    for (const bit of scattered(stage, 22, at + 0.35, Math.min(stage.seconds, at + 2.6))) {
      burst(stage, {
        at: bit,
        seconds: 0.08,
        decay: 0.012,
        gain: random() ** 2 * 0.6,
        pan: random.between(-0.9, 0.9),
        steps: [{ band: 'band', hertz: random.between(500, 3500), q: 1.5 }],
      });
    }
  }
};

export const shot: Effect = (stage) => {
  for (const at of regular(stage, /machine/.test(stage.words) ? 0.11 : 1.5, 0.01, 0.06)) {
    burst(stage, { at, seconds: 0.12, decay: 0.012, gain: 1.8, steps: [{ band: 'low', hertz: 8000 }] });
    burst(stage, {
      at,
      seconds: 1.2,
      attack: 0.003,
      decay: 0.14,
      gain: 0.8,
      steps: [{ band: 'low', hertz: (t) => 300 + 2600 * Math.exp(-t * 9) }],
    });
    ping(stage, { at, from: 160, to: 55, glide: 0.03, seconds: 0.3, decay: 0.06, gain: 0.9 });
  }
};

/** The partials of a church bell (hum, prime, minor third, fifth, octave …), each with its own decay. */
const BELL = [
  [0.5, 0.5, 5],
  [1, 0.7, 3.6],
  [1.19, 0.55, 2.4],
  [1.5, 0.3, 1.9],
  [2, 0.65, 1.7],
  [2.51, 0.25, 1],
  [2.66, 0.2, 0.9],
  [3.01, 0.25, 0.7],
  [4.17, 0.2, 0.45],
  [5.43, 0.14, 0.3],
  [6.8, 0.1, 0.2],
] as const;

export const bell: Effect = (stage) => {
  const { random, words } = stage;
  const small = /\b(small|hand|jingle|sleigh|door|bike|bicycle|service|ding)/.test(words);
  const hertz = small
    ? random.between(1250, 1700)
    : /\b(huge|big|deep|cathedral)/.test(words)
      ? 165
      : random.between(230, 330);
  for (const at of regular(stage, small ? 1.3 : 2.6, 0.03, 0.05)) {
    for (const [ratio, gain, life] of BELL) {
      const pan = random.between(-0.25, 0.25);
      // Two close pitches per partial: real bells are not exactly round, so their partials beat.
      for (const beat of [1, 1.0018])
        ping(stage, {
          at,
          from: hertz * ratio * beat,
          seconds: Math.min(stage.seconds - at, life * 2.2),
          decay: life * (small ? 0.3 : 0.75),
          attack: 0.0015,
          gain: gain * 0.35,
          pan,
        });
    }
    burst(stage, {
      at,
      seconds: 0.03,
      decay: 0.004,
      gain: 0.35,
      steps: [{ band: 'band', hertz: 3200, q: 1 }],
    });
  }
};

export const chimes: Effect = (stage) => {
  const { random } = stage;
  const tubes = [0, 2, 4, 7, 9, 12, 14].map((step) => 880 * 2 ** (step / 12));
  for (const at of scattered(stage, 2.6)) {
    const hertz = random.pick(tubes);
    const pan = random.between(-0.8, 0.8);
    const gain = random.between(0.12, 0.45);
    for (const [ratio, strong, life] of [
      [1, 1, 1.1],
      [2.76, 0.5, 0.6],
      [5.4, 0.25, 0.25],
    ] as const)
      ping(stage, {
        at,
        from: hertz * ratio,
        seconds: life * 3,
        decay: life * 0.7,
        gain: gain * strong,
        pan,
      });
  }
};

export const glass: Effect = (stage) => {
  const { random } = stage;
  for (const at of regular(stage, 3.5, 0.3, 0.06)) {
    burst(stage, { at, seconds: 0.25, decay: 0.03, gain: 1.2, steps: [{ band: 'high', hertz: 2600 }] });
    for (let shard = 0; shard < 55; shard++) {
      const late = random() ** 2 * 1.3;
      ping(stage, {
        at: at + late,
        from: random.between(2300, 9500),
        seconds: 0.3,
        decay: random.between(0.015, 0.08),
        gain: 0.22 * random() * Math.exp(-late),
        pan: random.between(-0.9, 0.9),
      });
    }
  }
};

export const metal: Effect = (stage) => {
  const { random } = stage;
  for (const at of regular(stage, random.between(1.1, 1.9), 0.3, 0.06)) {
    const hertz = random.between(420, 900);
    burst(stage, { at, seconds: 0.08, decay: 0.01, gain: 0.9, steps: [{ band: 'high', hertz: 2000 }] });
    for (const ratio of [1, 1.48, 2.09, 2.56, 3.39, 4.08, 5.27, 6.63, 8.1]) {
      ping(stage, {
        at,
        from: hertz * ratio * random.between(0.99, 1.01),
        seconds: 2,
        decay: random.between(0.12, 0.6) / ratio ** 0.4,
        attack: 0.001,
        gain: random.between(0.1, 0.3),
        pan: random.between(-0.4, 0.4),
      });
    }
  }
};

export const thud: Effect = (stage) => {
  for (const at of regular(stage, 1.6, 0.1, 0.06)) {
    ping(stage, { at, from: 130, to: 48, glide: 0.03, seconds: 0.5, decay: 0.09, gain: 1.2 });
    burst(stage, { at, seconds: 0.3, decay: 0.03, gain: 0.9, steps: [{ band: 'low', hertz: 900 }] });
  }
};

/** A fast object passes: the sound becomes brighter, crosses from one side to the other, and falls. */
export const whoosh: Effect = (stage) => {
  const { random } = stage;
  const length = Math.min(stage.seconds, /\b(slow|long)/.test(stage.words) ? 2.4 : 1);
  for (const at of regular(stage, length + 0.7, 0.05, 0)) {
    const way = random() < 0.5 ? 1 : -1;
    for (let part = 0; part < 5; part++) {
      const near = 1 - Math.abs(part - 2) / 3;
      burst(stage, {
        at: at + (part / 5) * length * 0.7,
        seconds: length * 0.6,
        attack: length * 0.22,
        decay: length * 0.12,
        colour: 'pink',
        gain: near,
        pan: way * (part / 2 - 1),
        steps: [
          {
            band: 'band',
            hertz: (t) => 350 + 2600 * near * Math.sin(Math.min(Math.PI, (Math.PI * t) / (length * 0.6))),
            q: 1.1,
          },
        ],
      });
    }
  }
};

export const laser: Effect = (stage) => {
  const { random } = stage;
  for (const at of regular(stage, random.between(0.42, 0.7), 0.08, 0.04)) {
    const [from, to] = [random.between(2600, 4600), random.between(140, 320)];
    const shotSound = tone(
      0.34,
      (t) => to + (from - to) * Math.exp(-t * 15),
      (turns, t) =>
        Math.tanh(2.2 * sineOf(turns + 0.35 * sineOf(turns * 0.5))) *
        Math.exp(-t * 8) *
        Math.min(1, t / 0.002),
    );
    put(stage, shotSound, at, 0.6, random.between(-0.6, 0.6));
    put(stage, shotSound, at + 0.13, 0.12, random.between(-1, 1));
  }
};

/** A slow rise of noise and pitch. */
export const riser: Effect = (stage) => {
  const at = (t: number) => t / stage.seconds;
  bed(
    stage,
    'white',
    [{ band: 'band', hertz: (t) => 250 * 2 ** (5 * at(t)), q: 1.4 }],
    (t) => 0.05 + 0.7 * at(t) ** 2,
  );
  for (const cents of [-14, 0, 11]) {
    put(
      stage,
      tone(
        stage.seconds,
        (t) => 110 * 2 ** (3 * at(t) + cents / 1200),
        (turns, t) => ((turns % 1) - 0.5) * at(t) ** 1.5,
      ),
      0,
      0.28,
      cents / 20,
    );
  }
};
