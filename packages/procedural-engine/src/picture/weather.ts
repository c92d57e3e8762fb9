/** Weather of outdoor scenes: their particles, and whether there is snow on the ground. */
import type { Particles, Studio } from './studio.js';

export function hasSnow(studio: Studio): boolean {
  return studio.reading.weather === 'snow';
}

/** Returns the particles of a video of this scene; still pictures paint them on the front layer. */
export function weatherParticles(studio: Studio): Particles | undefined {
  const { weather, details } = studio.reading;
  if (weather === 'snow') return 'snow';
  if (weather === 'rain' || weather === 'storm') return 'rain';
  if (details.includes('fireflies')) return 'fireflies';
  if (details.includes('embers') || details.includes('volcano')) return 'embers';
  return undefined;
}
