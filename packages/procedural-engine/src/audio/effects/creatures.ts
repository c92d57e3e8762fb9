/** Birds, insects, frogs, a dog, and human sounds: footsteps, applause, a crowd, a heartbeat, breath. */
import { wander } from '../filters.js';
import {
  bed,
  burst,
  type Effect,
  noiseSeed,
  ping,
  put,
  regular,
  scattered,
  sineOf,
  strength,
  tone,
} from './stage.js';

/** Each bird repeats its own phrase of glides. */
export const birds: Effect = (stage) => {
  const { random } = stage;
  bed(stage, 'pink', [{ band: 'band', hertz: 2500, q: 0.3 }], 0.006);
  for (let bird = 0; bird < random.integer(3, 5); bird++) {
    const centre = random.between(2300, 5200);
    const pan = random.between(-0.9, 0.9);
    const loud = random.between(0.15, 0.5);
    const phrase = Array.from({ length: random.integer(2, 6) }, () => ({
      seconds: random.between(0.05, 0.16),
      from: centre * random.between(0.75, 1.25),
      to: centre * random.between(0.75, 1.25),
      trill: random() < 0.3 ? random.between(22, 40) : 0,
    }));
    for (const start of regular(stage, random.between(1.6, 3.4), 0.5, random.between(0.05, 1))) {
      let at = start;
      for (const call of phrase) {
        const sound = tone(
          call.seconds,
          (t) =>
            call.from +
            ((call.to - call.from) * t) / call.seconds +
            (call.trill ? 350 * sineOf(t * call.trill) : 0),
          (turns, t) => sineOf(turns) * Math.sin((Math.PI * t) / call.seconds),
        );
        put(stage, sound, at, loud, pan);
        at += call.seconds + 0.03;
      }
    }
  }
};

/** Several crickets that chirp in bursts of pulses near 4.5 kHz. */
export const crickets: Effect = (stage) => {
  const { random } = stage;
  for (let one = 0; one < 5; one++) {
    const hertz = random.between(3900, 5200);
    const pulse = random.between(0.022, 0.032);
    const [every, offset, pulses] = [random.between(0.5, 1.1), random.between(0, 0.5), random.integer(3, 5)];
    const sound = tone(stage.seconds, hertz, (turns, t) => {
      const within = (t + offset) % every;
      if (within > pulse * pulses) return 0;
      return sineOf(turns) * Math.max(0, Math.sin((Math.PI * (within % pulse)) / (pulse * 0.7))) ** 1.5;
    });
    put(stage, sound, 0, random.between(0.1, 0.3), random.between(-0.9, 0.9));
  }
  bed(stage, 'pink', [{ band: 'low', hertz: 700 }], 0.03);
};

export const frogs: Effect = (stage) => {
  const { random } = stage;
  for (let frog = 0; frog < 3; frog++) {
    const [hertz, pan] = [random.between(240, 620), random.between(-0.8, 0.8)];
    for (const at of regular(stage, random.between(0.8, 1.7), 0.2, random.between(0.05, 0.7))) {
      const croak = tone(
        0.28,
        (t) => hertz * (1 + t),
        (turns, t) => sineOf(turns) * Math.max(0, sineOf(t * 34)) * Math.sin((Math.PI * t) / 0.28),
      );
      put(stage, croak, at, 0.5, pan);
    }
  }
};

export const dog: Effect = (stage) => {
  const { random } = stage;
  for (const at of regular(stage, random.between(0.55, 0.9), 0.12, 0.08)) {
    if (random() < 0.2) continue;
    const bark = tone(
      0.2,
      (t) => 430 - 900 * (t - 0.06) ** 2 * 20 - t * 600,
      (turns, t) =>
        Math.tanh(2.5 * (sineOf(turns) + 0.6 * sineOf(turns * 2) + 0.4 * sineOf(turns * 3))) *
        Math.min(1, t / 0.012) *
        Math.exp(-t / 0.07),
    );
    put(stage, bark, at, 0.6);
    burst(stage, {
      at,
      seconds: 0.2,
      decay: 0.05,
      gain: 0.5,
      steps: [{ band: 'band', hertz: 1100, q: 1.2 }],
    });
  }
};

const GROUND = {
  hard: [1900, 0.02],
  wood: [650, 0.045],
  gravel: [3100, 0.09],
  snow: [2300, 0.12],
  leaves: [4200, 0.1],
} as const;

/** Heel, then sole; their sound depends on the ground. */
export const footsteps: Effect = (stage) => {
  const { random, words } = stage;
  const ground = /gravel|stone|sand/.test(words)
    ? 'gravel'
    : /snow|ice/.test(words)
      ? 'snow'
      : /wood|floor|stairs/.test(words)
        ? 'wood'
        : /lea(f|ves)|forest|grass/.test(words)
          ? 'leaves'
          : 'hard';
  const [hertz, decay] = GROUND[ground];
  const every = /\b(run|running|fast)/.test(words) ? 0.32 : /\b(slow)/.test(words) ? 0.8 : 0.55;
  regular(stage, every, 0.02, 0.1).forEach((at, i) => {
    const pan = i % 2 ? 0.12 : -0.12;
    ping(stage, { at, from: 140, to: 65, glide: 0.015, seconds: 0.12, decay: 0.025, gain: 0.65, pan });
    for (const [late, gain] of [
      [0, 0.7],
      [0.07, 0.45],
    ] as const) {
      burst(stage, {
        at: at + late,
        seconds: decay * 4,
        attack: 0.002,
        decay,
        gain: gain * random.between(0.8, 1.2),
        pan,
        steps: [{ band: 'band', hertz: hertz * random.between(0.85, 1.15), q: 0.8 }],
      });
    }
    if (decay > 0.08)
      for (const grain of scattered(stage, 120, at, at + 0.18))
        burst(stage, {
          at: grain,
          seconds: 0.01,
          decay: 0.002,
          gain: 0.25,
          pan,
          steps: [{ band: 'band', hertz: hertz * random.between(0.8, 1.6), q: 2 }],
        });
  });
};

export const applause: Effect = (stage) => {
  const { random } = stage;
  const swell = wander(noiseSeed(stage), 1.5);
  const whole = (t: number) =>
    Math.min(1, t / 0.8) * Math.min(1, (stage.seconds - t) / (stage.seconds * 0.3));
  bed(
    stage,
    'pink',
    [{ band: 'band', hertz: 1400, q: 0.6 }],
    (t) => 0.22 * whole(t) * (0.7 + 0.5 * swell(t)),
  );
  for (let person = 0; person < 26; person++) {
    const [pan, hertz, gain] = [random.between(-1, 1), random.between(900, 2300), random.between(0.12, 0.5)];
    for (const at of regular(stage, random.between(0.19, 0.28), 0.02, random.between(0, 0.6))) {
      if (random() > whole(at)) continue;
      burst(stage, { at, seconds: 0.035, decay: 0.007, gain, pan, steps: [{ band: 'band', hertz, q: 1.5 }] });
    }
  }
  if (/cheer|crowd|stadium/.test(stage.words)) crowd(stage);
};

/** Indistinct voices: noise through the resonances of open mouths. */
export const crowd: Effect = (stage) => {
  const { random } = stage;
  for (const hertz of [420, 760, 1150, 2300]) {
    const move = wander(noiseSeed(stage), random.between(0.25, 0.6));
    bed(
      stage,
      'pink',
      [{ band: 'band', hertz: (t) => hertz * (0.85 + 0.3 * move(t)), q: 3 }],
      (t) => (0.5 + 0.5 * move(t)) * (hertz > 2000 ? 0.15 : 0.5) * strength(stage),
    );
  }
};

export const heartbeat: Effect = (stage) => {
  const every = /\b(fast|racing|scared|panic)/.test(stage.words) ? 0.5 : 0.85;
  for (const at of regular(stage, every, 0.01, 0.08)) {
    for (const [late, gain, hertz] of [
      [0, 1, 62],
      [every * 0.32, 0.65, 74],
    ] as const) {
      ping(stage, {
        at: at + late,
        from: hertz * 1.6,
        to: hertz,
        glide: 0.03,
        seconds: 0.3,
        decay: 0.06,
        attack: 0.008,
        gain,
      });
      burst(stage, {
        at: at + late,
        seconds: 0.12,
        decay: 0.02,
        gain: 0.5 * gain,
        steps: [{ band: 'low', hertz: 180 }],
      });
    }
  }
};

export const breath: Effect = (stage) => {
  for (const at of regular(stage, 3.2, 0.15, 0.1)) {
    burst(stage, {
      at,
      seconds: 1.3,
      attack: 0.7,
      decay: 0.2,
      gain: 0.5,
      steps: [{ band: 'band', hertz: 1900, q: 1.2 }],
    });
    burst(stage, {
      at: at + 1.45,
      seconds: 1.6,
      attack: 0.25,
      decay: 0.45,
      gain: 0.6,
      steps: [{ band: 'band', hertz: 950, q: 1 }],
    });
  }
};
