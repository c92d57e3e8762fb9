/** Reads the state of the database server, for administrators. */
import { Database } from './database.js';
import { DATABASE_FACTS, SNAPSHOTS, STANDBYS } from './database-health.sql.js';

export interface DatabaseFacts {
  version: string;
  bytes: number;
  /** Of the whole server. */
  connections: number;
  usable_connections: number;
}

export interface Standby {
  name: string;
  /** Null, and the rest too: the role may not see it. */
  state: string | null;
  sync_state: string | null;
  lag_bytes: number | null;
  /** Null also while nothing was written lately. */
  lag_seconds: number | null;
}

export interface Snapshot {
  pid: number;
  application: string;
  state: string;
  seconds: number;
}

/** One owner per list: a list that takes its time does not use up that of the others. */
const OWNERS = { facts: 'system.database', standbys: 'system.standbys', snapshots: 'system.snapshots' };

export class DatabaseHealth {
  constructor(private readonly database: Database) {}

  async facts(): Promise<DatabaseFacts> {
    const [row] = await this.database.list<DatabaseFacts>(OWNERS.facts, DATABASE_FACTS);
    return row!;
  }

  async standbys(): Promise<Standby[]> {
    return this.database.list<Standby>(OWNERS.standbys, STANDBYS);
  }

  /** Lists snapshots that are older than a minute. */
  async longSnapshots(): Promise<Snapshot[]> {
    return this.database.list<Snapshot>(OWNERS.snapshots, SNAPSHOTS);
  }
}
