/**
 * The built-in engine's own contract: what one operation gets and what it gives back.
 *
 * An operation runs in a child process (see `host/`), never on the service's event loop. It is procedural: it
 * illustrates the words of a prompt by rules and noise, and says so in every title and in each file's metadata.
 * The same `seed` and input give the same bytes on one machine.
 */

/** Operations by the model key that asks for them; each `operations.ts` entry maps one of these to its function. */
export const ENGINE_OPERATIONS = [
  'embedded-image',
  'embedded-upscale',
  'embedded-cutout',
  'embedded-reframe',
  'embedded-video',
  'embedded-animate',
  'embedded-video-upscale',
  'embedded-music',
  'embedded-sound',
  'embedded-speech',
  'embedded-mesh',
  'embedded-relief',
] as const;
export type EngineOperationKey = (typeof ENGINE_OPERATIONS)[number];

export interface EngineTask {
  operation: EngineOperationKey;
  /** Validated input, defaults filled in (the model's JSON Schema in `catalogue/embedded.yaml`). */
  input: Readonly<Record<string, unknown>>;
  /** 64 hex characters: every random choice of the operation comes from these and from nothing else. */
  seed: string;
  /** An existing, empty directory of this attempt; every output file is written here. */
  directory: string;
  /** Local copies of `imageUrl` and `videoUrl`, already fetched and checked to be what they claim. */
  imagePath?: string;
  videoPath?: string;
}

export interface EngineContext {
  /** 0–100; call it per frame or segment. Never falling is the caller's duty, not yours. */
  progress: (percent: number) => void;
  /** Aborted on cancel, deadline or shutdown: check between frames and stop with `signal.throwIfAborted()`. */
  signal: AbortSignal;
}

export interface EngineFile {
  /** Absolute path inside the task's directory. */
  path: string;
  contentType: string;
  /** Pixels, for pictures and video. */
  width?: number;
  height?: number;
  /** Seconds, for sound and video. */
  durationSeconds?: number;
}

export type EngineOperation = (task: EngineTask, context: EngineContext) => Promise<EngineFile[]>;

/** The input cannot be worked on (not a fault of the engine): the prediction fails at once with this public message. */
export class EngineRefusal extends Error {
  constructor(
    readonly code: 'invalid_input' | 'content_rejected',
    /** Shown to the caller: no path, no library's own words. */
    message: string,
  ) {
    super(message);
    this.name = 'EngineRefusal';
  }
}
