/** A caller's file is refused when unusual or expensive. A result is paid for: it is kept unless broken, and mended for strict readers. */
export interface InspectionPolicy {
  /** Over all frames of an animation. Bounds decompression bombs. */
  maxPixels: number;
  /** Frames of an animation: decoders process each more than once, whatever its size. */
  maxFrames: number;
  /** Parts of a container: chunks, boxes, elements. */
  maxParts: number;
  /** Time for walking the parts. */
  partsSeconds: number;
  decodeSeconds: number;
  /** Time for reading audio and video packet by packet. */
  packetsSeconds: number;
  /** A video of a codec that no engine decodes is refused. */
  needsKnownCodec: boolean;
  /** The file may be changed: it is repaired in place before it is read. */
  mends: boolean;
}

export const INPUT_POLICY: InspectionPolicy = {
  maxPixels: 50_000_000,
  maxFrames: 2_000,
  // Enough for a fragmented MP4 of a day or a PNG of a gigabyte.
  maxParts: 100_000,
  partsSeconds: 10,
  decodeSeconds: 60,
  packetsSeconds: 60,
  needsKnownCodec: true,
  mends: false,
};

export const RESULT_POLICY: InspectionPolicy = {
  maxPixels: 400_000_000,
  maxFrames: 20_000,
  maxParts: 1_000_000,
  partsSeconds: 120,
  decodeSeconds: 600,
  packetsSeconds: 600,
  needsKnownCodec: false,
  mends: true,
};
