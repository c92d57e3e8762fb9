import { Database } from './database.js';
import {
  DATABASE_FACTS,
  type DatabaseFacts,
  type Snapshot,
  SNAPSHOTS,
  type Standby,
  STANDBYS,
} from './database-health.sql.js';

/** One owner per list, so that a slow list does not use up the time of the others. */
const OWNERS = { facts: 'system.database', standbys: 'system.standbys', snapshots: 'system.snapshots' };

export class DatabaseHealth {
  constructor(private readonly database: Database) {}

  async facts(): Promise<DatabaseFacts> {
    const [row] = await this.database.list(OWNERS.facts, DATABASE_FACTS, {});
    return row!;
  }

  async standbys(): Promise<Standby[]> {
    return this.database.list(OWNERS.standbys, STANDBYS, {});
  }

  async longSnapshots(): Promise<Snapshot[]> {
    return this.database.list(OWNERS.snapshots, SNAPSHOTS, {});
  }
}
