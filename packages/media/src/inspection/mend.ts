/**
 * Repairs a result in place where a strict reader would fail although everything is there: lengths that a streaming writer could not know,
 * a missing trailer, bytes behind the end. Pixels and samples stay. A broken file stays as it is.
 */
import { trimBoxes } from './boxes.js';
import { mendGif } from './gif.js';
import { mendGlb } from './glb.js';
import type { InspectionPolicy } from './policy.js';
import { mendSound } from './sound-length.js';
import { SOUNDS } from './sounds.js';
import { mendWav } from './wav.js';
import { mendWebp } from './webp.js';

const MENDS: Readonly<Record<string, (path: string, policy: InspectionPolicy) => Promise<void>>> = {
  'audio/wav': mendWav,
  'image/gif': mendGif,
  'image/webp': mendWebp,
  'video/mp4': trimBoxes,
  'audio/mp4': trimBoxes,
  'video/quicktime': trimBoxes,
  'model/gltf-binary': mendGlb,
};

/** @throws {MediaError} */
export async function mend(path: string, contentType: string, policy: InspectionPolicy): Promise<void> {
  await MENDS[contentType]?.(path, policy);
  const readSound = SOUNDS[contentType];
  if (readSound) await mendSound(path, readSound, policy);
}
