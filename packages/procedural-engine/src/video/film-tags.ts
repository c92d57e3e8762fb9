/** The metadata of every clip. It says nothing of the pictures of a caller that are in it. */
import type { MetadataTags } from 'mediabunny';

export function filmTags(title: string): MetadataTags {
  return {
    title: `${title} (procedural)`,
    comment: 'generator=procedural; Offprint built-in engine',
  };
}

/** WebP and the H.264 encoder convert sRGB to limited-range BT.601. Without this tag, players assume BT.709. */
export const VIDEO_COLOURS = {
  primaries: 'bt709',
  transfer: 'iec61966-2-1',
  matrix: 'smpte170m',
  fullRange: false,
} as const;
