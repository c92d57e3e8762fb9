/** Sounds of a room: a clock, a keyboard, the radio, doors. */
import { filter, wander } from '../filters.js';
import { bed, burst, type Effect, noiseSeed, ping, put, regular, scattered, sineOf, tone } from './stage.js';

export const clock: Effect = (stage) => {
  const fast = /\b(watch|fast|stopwatch)/.test(stage.words);
  const every = fast ? 0.25 : 1;
  for (let i = 0, at = 0.05; at < stage.seconds - 0.06; i++, at = 0.05 + i * every) {
    const hertz = i % 2 ? 2100 : 2650;
    burst(stage, {
      at,
      seconds: 0.06,
      decay: 0.004,
      gain: 1.6,
      pan: 0.05,
      steps: [{ band: 'band', hertz, q: 6 }],
    });
    ping(stage, { at, from: hertz * 0.42, seconds: 0.1, decay: 0.014, gain: 0.35 });
    ping(stage, { at: at + 0.018, from: hertz * 1.4, seconds: 0.05, decay: 0.006, gain: 0.15 });
  }
};

export const typing: Effect = (stage) => {
  const { random } = stage;
  for (const at of scattered(stage, 7)) {
    const pan = random.between(-0.4, 0.4);
    const hertz = random.between(1500, 3800);
    burst(stage, {
      at,
      seconds: 0.05,
      decay: 0.006,
      gain: random.between(0.4, 0.8),
      pan,
      steps: [{ band: 'band', hertz, q: 1.6 }],
    });
    burst(stage, {
      at: at + random.between(0.05, 0.09),
      seconds: 0.03,
      decay: 0.004,
      gain: 0.22,
      pan,
      steps: [{ band: 'band', hertz: hertz * 1.3, q: 2 }],
    });
  }
};

/** Static and the crackle of old records. */
export const radio: Effect = (stage) => {
  const { random } = stage;
  const tune = wander(noiseSeed(stage), 0.4);
  const vinyl = /vinyl|record|lp\b/.test(stage.words);
  bed(stage, 'white', [{ band: 'band', hertz: vinyl ? 3000 : 1700, q: 0.5 }], (t) =>
    vinyl ? 0.02 : 0.14 + 0.22 * tune(t),
  );
  if (!vinyl)
    put(
      stage,
      tone(
        stage.seconds,
        (t) => 500 + 1500 * tune(t * 0.7),
        (turns, t) => sineOf(turns) * 0.25 * tune(t + 9) ** 3,
      ),
      0,
      0.5,
    );
  for (const at of scattered(stage, vinyl ? 18 : 6))
    burst(stage, {
      at,
      seconds: 0.008,
      decay: 0.001,
      gain: random() ** 2 * 1.2,
      pan: random.between(-0.5, 0.5),
      steps: [{ band: 'band', hertz: random.between(1500, 5000), q: 1 }],
    });
};

/** A door: the latch, then the leaf in its frame. */
export const door: Effect = (stage) => {
  for (const at of regular(stage, 2.6, 0.2, 0.1)) {
    if (/\b(creak|squeak|old)/.test(stage.words)) {
      const wobble = wander(noiseSeed(stage), 0.06);
      const creak = tone(
        1.2,
        (t) => 26 + 40 * wobble(t) + 30 * t,
        (turns, t) => Math.exp(-(turns % 1) * 6) * Math.sin((Math.PI * t) / 1.2),
      );
      put(stage, filter(creak, 'band', 1250, 5), at, 1.6);
    }
    const shut = at + (/\b(creak|squeak|old)/.test(stage.words) ? 1.25 : 0);
    burst(stage, {
      at: shut,
      seconds: 0.05,
      decay: 0.006,
      gain: 0.6,
      steps: [{ band: 'band', hertz: 2300, q: 3 }],
    });
    burst(stage, {
      at: shut + 0.05,
      seconds: 0.5,
      decay: 0.07,
      gain: 1.2,
      steps: [{ band: 'low', hertz: 420 }],
    });
    ping(stage, { at: shut + 0.05, from: 120, to: 75, glide: 0.03, seconds: 0.4, decay: 0.07, gain: 0.8 });
  }
};

export const knock: Effect = (stage) => {
  for (const group of regular(stage, 2.2, 0.1, 0.1)) {
    for (let i = 0; i < 3; i++) {
      const at = group + i * 0.21;
      burst(stage, {
        at,
        seconds: 0.12,
        decay: 0.014,
        gain: 1.1,
        steps: [{ band: 'band', hertz: 620, q: 2 }],
      });
      ping(stage, { at, from: 210, to: 165, glide: 0.01, seconds: 0.2, decay: 0.035, gain: 0.8 });
    }
  }
};
