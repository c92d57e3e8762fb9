/** The metadata of every clip: it is drawn by rules, not made by an AI model. */
import type { MetadataTags } from 'mediabunny';

export function filmTags(title: string): MetadataTags {
  return {
    title: `${title} (procedural)`,
    comment: 'generator=procedural; Offprint built-in engine; not made by an AI model',
  };
}

/** WebP and the H.264 encoder convert sRGB to limited-range BT.601. Without this tag, players assume BT.709. */
export const VIDEO_COLOURS = {
  primaries: 'bt709',
  transfer: 'iec61966-2-1',
  matrix: 'smpte170m',
  fullRange: false,
} as const;
