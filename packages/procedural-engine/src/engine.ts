/**
 * The contract of an operation of the built-in engine: its task, its context and its files.
 *
 * An operation runs in a child process (see `host/`), never on the event loop of the service. It is procedural: it
 * illustrates the words of a prompt by rules and noise, and every title and the metadata of each file state that. The same
 * `seed` and input produce the same bytes on one machine.
 */

/** Operations by model key; `host/operations.ts` maps each to its function. */
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
  /** Validated input with defaults (the model's JSON Schema in `catalogue/embedded.yaml`). */
  input: Readonly<Record<string, unknown>>;
  /** 64 hex characters: the only source of random choices. */
  seed: string;
  /** An existing, empty directory of this attempt, for all output files. */
  directory: string;
  /** Local copies of `imageUrl` and `videoUrl`, whose content type has been checked. */
  imagePath?: string;
  videoPath?: string;
}

export interface EngineContext {
  /** Reports 0–100, per frame or segment. The caller makes sure that the reported value never falls. */
  progress: (percent: number) => void;
  /** Aborted on cancel, deadline or shutdown. Call `signal.throwIfAborted()` between frames. */
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

/** The input cannot be processed: the prediction fails at once with this public message. */
export class EngineRefusal extends Error {
  constructor(
    readonly code: 'invalid_input' | 'content_rejected',
    /** Public: contains no path and no message of a library. */
    message: string,
  ) {
    super(message);
    this.name = 'EngineRefusal';
  }
}
