/** Rain, wind, sea, thunder, fire and running water. */
import { wander } from '../filters.js';
import {
  bed,
  burst,
  type Effect,
  noiseSeed,
  ping,
  regular,
  scattered,
  type Stage,
  strength,
} from './stage.js';

/** Far drops are noise; near drops are single ticks, with a rising tone on water. */
export const rain: Effect = (stage) => {
  const force = strength(stage);
  const slow = wander(noiseSeed(stage), 2.5);
  bed(
    stage,
    'white',
    [
      { band: 'high', hertz: 1400 },
      { band: 'low', hertz: 9500 },
    ],
    (t) => 0.1 * force * (0.8 + 0.4 * slow(t)),
  );
  bed(stage, 'pink', [{ band: 'band', hertz: 550, q: 0.4 }], 0.06 * force);
  for (const at of scattered(stage, 55 * force)) {
    const { random } = stage;
    const near = random() ** 3;
    burst(stage, {
      at,
      seconds: 0.03,
      decay: 0.004,
      gain: 0.12 + 0.5 * near,
      pan: random.between(-1, 1),
      steps: [{ band: 'band', hertz: random.between(2200, 7500), q: 2.5 }],
    });
    if (random() < 0.12)
      ping(stage, {
        at,
        from: random.between(900, 2600),
        to: random.between(2600, 4200),
        glide: 0.02,
        seconds: 0.06,
        decay: 0.012,
        gain: 0.04,
        pan: random.between(-1, 1),
      });
  }
};

export const wind: Effect = (stage) => {
  const force = strength(stage);
  const gust = wander(noiseSeed(stage), 2.2);
  const flutter = wander(noiseSeed(stage), 0.35);
  const level = (t: number) => 0.25 + 0.75 * gust(t) ** 1.5 + 0.15 * flutter(t);
  bed(
    stage,
    'pink',
    [{ band: 'low', hertz: (t) => 260 + 900 * force * level(t), q: 0.8 }],
    (t) => 0.6 * level(t),
  );
  // Whistling: two narrow tones that rise with the gusts.
  for (const [hertz, gain] of [
    [430, 0.35],
    [780, 0.16],
  ] as const) {
    const off = wander(noiseSeed(stage), 1.1);
    bed(
      stage,
      'white',
      [{ band: 'band', hertz: (t) => hertz * (0.75 + 0.6 * gust(t) + 0.2 * off(t)), q: 14 }],
      (t) => gain * force * gust(t) ** 2,
    );
  }
};

/** Each wave swells, breaks with a bright crash, and ends as foam. */
export const sea: Effect = (stage) => {
  const force = strength(stage);
  const every = stage.random.between(5.5, 7.5);
  const offset = stage.random.between(1.2, 2.2);
  const phase = (t: number) => ((((t - offset) % every) + every) % every) / every;
  const swell = (t: number) => {
    const p = phase(t);
    return p < 0.12
      ? 0.39 + (0.61 * p) / 0.12
      : p < 0.75
        ? Math.exp(-(p - 0.12) * 5)
        : 0.04 + ((p - 0.75) / 0.25) ** 2 * 0.35;
  };
  bed(
    stage,
    'pink',
    [{ band: 'low', hertz: (t) => 300 + 4200 * swell(t) }],
    (t) => 0.12 + 0.75 * force * swell(t),
  );
  bed(stage, 'white', [{ band: 'high', hertz: 2800 }], (t) => 0.1 * force * swell(t - 0.25) ** 1.3);
  bed(stage, 'brown', [{ band: 'low', hertz: 160 }], (t) => 0.35 + 0.35 * swell(t + 0.4));
};

/** A crack near by, then the low, uneven sound of farther parts of the bolt. */
function strikeAt(stage: Stage, at: number, force: number): void {
  const { random } = stage;
  const distant = /\b(distant|far|faint)/.test(stage.words);
  if (!distant) {
    for (let i = 0; i < 7; i++) {
      burst(stage, {
        at: at + i * random.between(0.012, 0.05),
        seconds: 0.35,
        decay: 0.05,
        gain: 0.7 * force,
        pan: random.between(-0.6, 0.6),
        steps: [{ band: 'low', hertz: 2600 }],
      });
    }
  }
  for (let i = 0; i < 11; i++) {
    const late = (i / 11) ** 1.2 * 3.6 + random.between(0, 0.3);
    burst(stage, {
      at: at + 0.08 + late,
      seconds: 2,
      attack: 0.08 + late * 0.05,
      decay: 0.5,
      colour: 'brown',
      gain: (2.4 * force) / (1 + late),
      pan: random.between(-0.8, 0.8),
      steps: [{ band: 'low', hertz: 380 / (1 + late * 0.6) }],
    });
  }
}

export const thunder: Effect = (stage) => {
  const force = strength(stage);
  for (const at of regular(stage, stage.random.between(7, 9), 0.4, 0.15)) strikeAt(stage, at, force);
  bed(stage, 'brown', [{ band: 'low', hertz: 110 }], 0.12);
};

export const fire: Effect = (stage) => {
  const { random } = stage;
  const lick = wander(noiseSeed(stage), 0.3);
  const mood = wander(noiseSeed(stage), 1.8);
  bed(stage, 'brown', [{ band: 'low', hertz: 260 }], (t) => 0.5 + 0.5 * lick(t));
  bed(stage, 'pink', [{ band: 'band', hertz: 900, q: 0.5 }], (t) => 0.06 + 0.1 * lick(t) * mood(t));
  for (const at of scattered(stage, 14 * strength(stage))) {
    if (random() > 0.35 + mood(at)) continue;
    const big = random() < 0.08;
    burst(stage, {
      at,
      seconds: big ? 0.09 : 0.02,
      decay: big ? 0.018 : 0.0025,
      gain: big ? 0.9 : random.between(0.15, 0.75),
      pan: random.between(-0.7, 0.7),
      steps: [{ band: 'band', hertz: big ? random.between(600, 1200) : random.between(1400, 6000), q: 1.6 }],
    });
  }
};

/** Bubbles: each rings at a pitch that rises as it reaches the surface. */
export const stream: Effect = (stage) => {
  const { random } = stage;
  const flow = wander(noiseSeed(stage), 0.8);
  bed(stage, 'pink', [{ band: 'band', hertz: 1100, q: 0.4 }], (t) => 0.14 + 0.1 * flow(t));
  bed(stage, 'white', [{ band: 'high', hertz: 3500 }], 0.015);
  for (const at of scattered(stage, 90 * strength(stage))) {
    const hertz = 350 * 2 ** random.between(0, 2.6);
    ping(stage, {
      at,
      from: hertz,
      to: hertz * random.between(1.15, 1.7),
      glide: 0.03,
      seconds: 0.1,
      decay: 9 / hertz + 0.008,
      gain: 0.12 * random() ** 1.5,
      pan: random.between(-0.9, 0.9),
    });
  }
};

export const drops: Effect = (stage) => {
  const { random } = stage;
  for (const at of regular(stage, random.between(0.5, 0.9), 0.16, 0.1)) {
    const hertz = random.between(700, 1500);
    const pan = random.between(-0.5, 0.5);
    const gain = random.between(0.4, 0.8);
    ping(stage, { at, from: hertz, to: hertz * 1.9, glide: 0.03, seconds: 0.16, decay: 0.035, gain, pan });
    burst(stage, {
      at,
      seconds: 0.01,
      decay: 0.002,
      gain: 0.25,
      pan,
      steps: [{ band: 'band', hertz: 4200, q: 1.5 }],
    });
    // Echoes of the cave, softer each time.
    for (let i = 1; i <= 5; i++)
      ping(stage, {
        at: at + i * 0.083,
        from: hertz * 1.2,
        to: hertz * 1.9,
        glide: 0.03,
        seconds: 0.16,
        decay: 0.04,
        gain: gain * 0.4 ** i,
        pan: i % 2 ? 0.7 : -0.7,
      });
  }
};

export const splash: Effect = (stage) => {
  const { random } = stage;
  for (const at of regular(stage, 3.5, 0.5, 0.1)) {
    burst(stage, {
      at,
      seconds: 1.6,
      attack: 0.015,
      decay: 0.22,
      gain: 0.9,
      steps: [
        { band: 'low', hertz: (t) => 900 + 5200 * Math.exp(-t * 4) },
        { band: 'high', hertz: 180 },
      ],
    });
    ping(stage, { at, from: 190, to: 70, glide: 0.05, seconds: 0.4, decay: 0.08, gain: 0.5 });
    for (const drop of scattered(stage, 60, at + 0.12, Math.min(stage.seconds, at + 1.1))) {
      const hertz = random.between(500, 1900);
      ping(stage, {
        at: drop,
        from: hertz,
        to: hertz * 1.5,
        glide: 0.03,
        seconds: 0.08,
        decay: 0.018,
        gain: 0.14 * random() * Math.exp(-(drop - at) * 2),
        pan: random.between(-0.8, 0.8),
      });
    }
  }
};
