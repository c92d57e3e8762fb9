/**
 * What the checks of a pool say to an operator, who knows the settings of the program: each message names the setting that has
 * to change.
 */
export interface PoolMessages {
  /** Connections share sessions: the address leads to a pooler in transaction or statement mode. */
  sharedSessions: string;
  /** The address of the pool and the direct one lead to different databases. */
  otherDatabase: string;
  /** The pooler does not carry prepared statements over to another session. */
  unprepared: string;
  /** A session of the pooler has a setting with another value than statements rely on. */
  otherSetting: (name: string, value: string, wanted: string) => string;
}
