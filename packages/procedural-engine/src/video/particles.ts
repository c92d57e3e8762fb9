/**
 * Draws the particles of a clip: snow, rain, stars, embers, fireflies, dust. A particle has no state: its position is a
 * function of its number and the time, so that each frame can be drawn alone and two runs are equal.
 */
import type { Random } from '../random.js';
import type { Accents } from './accents.js';
import type { View } from './motion.js';
import { type Canvas, drawGlow, drawStreak } from './sprites.js';

export const PARTICLE_KINDS = ['snow', 'rain', 'stars', 'embers', 'fireflies', 'dust'] as const;
export type ParticleKind = (typeof PARTICLE_KINDS)[number];

interface Particle {
  /** Fractions of the frame at time 0. */
  x: number;
  y: number;
  /** 0 far – 1 near. */
  depth: number;
  /** Phase of its motion, radians. */
  phase: number;
  /** 0–1, spreads sizes and speeds. */
  vigour: number;
}

const COUNTS: Record<ParticleKind, number> = {
  snow: 320,
  rain: 260,
  stars: 90,
  embers: 90,
  fireflies: 46,
  dust: 70,
};
/** Sparks per accent of embers and fireflies. */
const SPARKS = 16;
const SPARK_LIFE_SECONDS = 0.9;
/** Margin outside the frame in which a particle wraps around. */
const MARGIN = 0.08;

type Draw = (
  canvas: Canvas,
  particle: Particle,
  x: number,
  y: number,
  seconds: number,
  pulse: number,
) => void;

export class ParticleField {
  private readonly particles: Particle[];
  private readonly sparks: { x: number; y: number; particles: Particle[] }[];
  private readonly wind: number;

  constructor(
    private readonly kind: ParticleKind,
    private readonly accents: Accents,
    chance: Random,
  ) {
    this.wind = chance.between(-0.05, 0.05);
    this.particles = Array.from({ length: COUNTS[kind] }, () => particle(chance));
    const bursts = kind === 'embers' || kind === 'fireflies' ? accents.times : [];
    this.sparks = bursts.map(() => ({
      x: chance.between(0.2, 0.8),
      y: kind === 'embers' ? chance.between(0.75, 0.95) : chance.between(0.3, 0.75),
      particles: Array.from({ length: SPARKS }, () => particle(chance)),
    }));
  }

  /**
   * @param seconds time in the clip; @param view the camera, which near particles follow more than far ones.
   * @param isSky returns whether a pixel shows only the sky; stars are drawn only there.
   */
  draw(
    canvas: Canvas,
    seconds: number,
    view: View,
    isSky: (x: number, y: number) => boolean = () => true,
  ): void {
    const pulse = this.accents.pulse(seconds);
    for (const particle of this.particles) {
      const [px, py] = this.place(particle, seconds);
      const follow = this.kind === 'stars' ? 0.22 : 0.25 + 0.75 * particle.depth;
      const x = wrapped(px - view.x * follow) * canvas.width;
      const y = wrapped(py - view.y * follow) * canvas.height;
      if (this.kind === 'stars' && !isSky(x, y)) continue;
      DRAW[this.kind](canvas, particle, x, y, seconds, pulse);
    }
    this.drawSparks(canvas, seconds);
  }

  private place(particle: Particle, seconds: number): [number, number] {
    const { x, y, depth, phase, vigour } = particle;
    const sway = Math.sin(seconds * (0.8 + vigour) + phase);
    switch (this.kind) {
      case 'snow':
        return [x + this.wind * seconds + sway * 0.012, y + seconds * (0.05 + 0.09 * depth + 0.03 * vigour)];
      case 'rain':
        return [x + RAIN_SLANT * seconds * fall(particle), y + seconds * fall(particle)];
      case 'stars':
        return [x, y * 0.6];
      case 'embers':
        return [x + sway * 0.02 + this.wind * seconds, y - seconds * (0.07 + 0.1 * vigour)];
      case 'fireflies':
        return [x + 0.03 * Math.sin(seconds * 0.9 + phase), y + 0.025 * Math.sin(seconds * 1.3 + phase * 2)];
      case 'dust':
        return [x + this.wind * 0.4 * seconds + sway * 0.006, y - seconds * 0.012 * (0.3 + vigour)];
    }
  }

  private drawSparks(canvas: Canvas, seconds: number): void {
    this.accents.times.forEach((onset, i) => {
      const age = (seconds - onset) / SPARK_LIFE_SECONDS;
      const burst = this.sparks[i];
      if (!burst || age < 0 || age >= 1) return;
      for (const { phase, vigour, depth } of burst.particles) {
        const way = (0.03 + 0.09 * vigour) * (1 - (1 - age) ** 2);
        const x = burst.x * canvas.width + Math.cos(phase) * way * canvas.height;
        const rise = this.kind === 'embers' ? age * 0.12 : age * age * -0.02;
        const y = (burst.y - rise) * canvas.height + Math.sin(phase) * way * canvas.height;
        const fade = (1 - age) ** 1.5 * Math.min(1, age * 12);
        drawGlow(canvas, x, y, unit(canvas) * (1.2 + 1.4 * depth), COLOURS[this.kind], 0.85 * fade);
      }
    });
  }
}

const COLOURS: Record<ParticleKind, number> = {
  snow: 0xffffff,
  rain: 0xf2e6dc,
  stars: 0xfff4e6,
  embers: 0x46a0ff,
  fireflies: 0x78f0f5,
  dust: 0xc8ebff,
};

const RAIN_SLANT = 0.16;

/** Frame heights per second. */
function fall(particle: Particle): number {
  return 0.9 + 0.7 * particle.depth + 0.2 * particle.vigour;
}

const DRAW: Record<ParticleKind, Draw> = {
  snow: (canvas, { depth, vigour }, x, y) =>
    drawGlow(
      canvas,
      x,
      y,
      unit(canvas) * (0.9 + 2.6 * depth * depth + vigour * 0.6),
      COLOURS.snow,
      0.45 + 0.4 * depth,
    ),
  rain: (canvas, particle, x, y) => {
    const length = canvas.height * fall(particle) * 0.045;
    const strength = 0.1 + 0.2 * particle.depth;
    drawStreak(
      canvas,
      x,
      y,
      length,
      RAIN_SLANT,
      unit(canvas) * (0.55 + 0.5 * particle.depth),
      COLOURS.rain,
      strength,
    );
  },
  stars: (canvas, { phase, vigour }, x, y, seconds, pulse) => {
    const twinkle = 0.5 + 0.5 * Math.sin(seconds * (1.5 + 3 * vigour) + phase);
    const strength = (0.2 + 0.6 * twinkle) * (0.7 + 0.5 * pulse) * (0.3 + 0.7 * vigour);
    drawGlow(canvas, x, y, unit(canvas) * (0.9 + 0.9 * vigour), COLOURS.stars, strength);
  },
  embers: (canvas, { depth, phase, vigour }, x, y, seconds, pulse) => {
    const flicker = 0.65 + 0.35 * Math.sin(seconds * (6 + 5 * vigour) + phase);
    const height = Math.min(1, Math.max(0, y / canvas.height));
    drawGlow(
      canvas,
      x,
      y,
      unit(canvas) * (1 + 1.6 * depth),
      COLOURS.embers,
      flicker * (0.3 + 0.6 * height) * (0.8 + 0.4 * pulse),
    );
  },
  fireflies: (canvas, { depth, phase, vigour }, x, y, seconds, pulse) => {
    const glow = Math.max(0, Math.sin(seconds * (1.1 + vigour) + phase)) ** 1.5;
    const strength = Math.min(1, glow * 0.75 + pulse * 0.25);
    drawGlow(canvas, x, y, unit(canvas) * (3 + 5 * depth), COLOURS.fireflies, strength * 0.4);
    drawGlow(canvas, x, y, unit(canvas) * (1.1 + 0.9 * depth), COLOURS.fireflies, strength);
  },
  dust: (canvas, { depth, phase, vigour }, x, y, seconds, pulse) => {
    const gleam = 0.5 + 0.5 * Math.sin(seconds * (0.7 + vigour) + phase);
    drawGlow(
      canvas,
      x,
      y,
      unit(canvas) * (0.9 + 2.4 * depth * vigour),
      COLOURS.dust,
      0.3 * gleam * (1 + 0.4 * pulse),
    );
  },
};

function particle(chance: Random): Particle {
  return { x: chance(), y: chance(), depth: chance(), phase: chance() * Math.PI * 2, vigour: chance() };
}

function wrapped(place: number): number {
  const span = 1 + 2 * MARGIN;
  return ((((place + MARGIN) % span) + span) % span) - MARGIN;
}

/** One pixel of a 480-line picture. */
function unit(canvas: Canvas): number {
  return Math.min(canvas.width, canvas.height) / 480;
}
