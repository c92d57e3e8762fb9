import { readAiff } from './aiff.js';
import { readAmr } from './amr.js';
import { readAu } from './au.js';
import { readCaf } from './caf.js';
import type { ReadSoundLayout } from './sound-length.js';
import { readW64 } from './w64.js';

export const SOUNDS: Readonly<Record<string, ReadSoundLayout>> = {
  'audio/aiff': readAiff,
  'audio/amr': readAmr,
  'audio/amr-wb': readAmr,
  'audio/basic': readAu,
  'audio/x-caf': readCaf,
  'audio/x-w64': readW64,
};
