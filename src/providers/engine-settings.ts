/**
 * The settings of one configured engine: its `engine:` section, with the address and the secret read from the
 * environment.
 */
export interface EngineSettings {
  /** The `provider:` of the catalogue file. */
  name: string;
  /** Without a trailing slash. */
  url: string;
  /** Null when the engine needs none, or when it is optional and not set. */
  secret: string | null;
  /** The rest of `engine:`, which the adapter reads and checks: a dialect, the calls of a declared engine. */
  options: Readonly<Record<string, unknown>>;
}
