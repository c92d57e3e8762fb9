/** Messages for an operator, who knows the settings of the program. Each names the setting that has to change. */
export interface PoolMessages {
  /** Connections share sessions: the address leads to a pooler in transaction or statement mode. */
  sharedSessions: string;
  otherDatabase: string;
  unprepared: string;
  otherSetting: (name: string, value: string, wanted: string) => string;
}
