/** One configured engine: what a catalogue file's `engine:` says, with its address and secret read from the settings. */
export interface EngineSettings {
  /** The `provider:` of the catalogue file. */
  name: string;
  /** Without a trailing slash. */
  url: string;
  /** Null when the engine wants none, or none was given and it is optional. */
  secret: string | null;
  /** The rest of `engine:`, for the adapter to read and check: a dialect, the calls of a declarative engine. */
  options: Readonly<Record<string, unknown>>;
}
