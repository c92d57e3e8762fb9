/** What every clip of this engine says about itself: it is drawn by rules, not made by an AI model. */
import type { MetadataTags } from 'mediabunny';

export function filmTags(title: string): MetadataTags {
  return {
    title: `${title} (procedural)`,
    comment: 'generator=procedural; Offprint built-in engine; not made by an AI model',
  };
}

/** WebP and the H.264 encoder both turn sRGB into limited-range BT.601: said aloud, so that no player guesses 709. */
export const VIDEO_COLOURS = {
  primaries: 'bt709',
  transfer: 'iec61966-2-1',
  matrix: 'smpte170m',
  fullRange: false,
} as const;
