/** What the weather does to any outdoor scene: which particles drift through it and whether snow lies. */
import type { Particles, Studio } from './studio.js';

export function hasSnow(studio: Studio): boolean {
  return studio.reading.weather === 'snow';
}

/** The particles a moving picture of this scene should carry; still pictures paint them on the front layer. */
export function weatherParticles(studio: Studio): Particles | undefined {
  const { weather, details } = studio.reading;
  if (weather === 'snow') return 'snow';
  if (weather === 'rain' || weather === 'storm') return 'rain';
  if (details.includes('fireflies')) return 'fireflies';
  if (details.includes('embers') || details.includes('volcano')) return 'embers';
  return undefined;
}
