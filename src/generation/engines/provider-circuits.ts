import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../database/index.js';
import { checkEngine, type EngineCheck, ProviderRegistry } from '../../providers/index.js';
import {
  type Circuit,
  FAILURES_TO_OPEN,
  FIRST_LOOK_SECONDS,
  LONGEST_LOOK_SECONDS,
  stateOf,
} from './circuit.js';

interface CircuitRow {
  provider: string;
  failures: number;
  open_until: Date | null;
  reason: string;
  changed_at: Date;
}

const NEXT_LOOK = (failures: string) =>
  `clock_timestamp() + make_interval(secs => least(${LONGEST_LOOK_SECONDS}, ${FIRST_LOOK_SECONDS} * 2 ^ least(${failures} - ${FAILURES_TO_OPEN}, 10)))`;

/** Exchanges that were under way when it opened do not count again. */
const FAILED = `
insert into provider_circuits as c (provider, failures, reason) values ($1, 1, $2)
on conflict (provider) do update set
  failures = c.failures + (c.open_until is null)::int, reason = excluded.reason, changed_at = clock_timestamp(),
  open_until = case
    when c.open_until is not null then c.open_until
    when c.failures + 1 >= ${FAILURES_TO_OPEN} then ${NEXT_LOOK('(c.failures + 1)')} end
returning *
`;

/** Whoever moves the time on may look; the others wait for what is found. */
const TAKE_THE_LOOK = `
update provider_circuits set open_until = clock_timestamp() + interval '15 s'
where provider = $1 and open_until <= clock_timestamp() returning provider
`;

const STILL_AWAY = `
update provider_circuits set failures = failures + 1, reason = $2, changed_at = clock_timestamp(), open_until = ${NEXT_LOOK('(failures + 1)')}
where provider = $1
`;

/** A clock that was ahead has stepped back: no look is further away than a minute then. */
const CORRECT_FUTURE = `
update provider_circuits set open_until = clock_timestamp() where open_until > clock_timestamp() + interval '60 s'
`;

const ALL = `select provider, failures, open_until, reason, changed_at, open_until <= clock_timestamp() as due from provider_circuits`;

/**
 * Keeps predictions away from an engine that cannot be used because of something between it and the operator: its
 * credentials, its bill, nobody listening. One row per troubled engine, shared by all processes; every process knows
 * them as of its last `refresh`.
 */
@Injectable()
export class ProviderCircuits {
  private readonly logger = new Logger('circuit');
  private known = new Map<string, Circuit>();

  constructor(
    private readonly database: Database,
    private readonly providers: ProviderRegistry,
  ) {}

  /** As of the last `refresh`. */
  stateOf(provider: string): Circuit['state'] {
    return this.known.get(provider)?.state ?? 'closed';
  }

  /** The engines whose circuits are open, as of the last `refresh`. */
  get open(): string[] {
    return [...this.known.values()].filter(({ state }) => state === 'open').map(({ provider }) => provider);
  }

  /** An exchange failed on the operator's side. @param reason for the operator, without secrets. */
  async failed(provider: string, reason: string): Promise<void> {
    const [row] = await this.database.query<CircuitRow>(FAILED, [provider, storable(reason)]);
    const before = this.stateOf(provider);
    const circuit = circuitOf(row!);
    this.known.set(provider, circuit);
    if (circuit.state === 'open' && before !== 'open') this.logger.error(`${provider} is open: ${reason}`);
  }

  /** The engine has taken work. Costs nothing unless it was troubled. */
  async succeeded(provider: string): Promise<void> {
    if (!this.known.has(provider)) return;
    this.known.delete(provider);
    await this.database.query(`delete from provider_circuits where provider = $1`, [provider]);
    this.logger.log(`${provider} takes work again`);
  }

  /** Learns what other processes have found, and begins to look at the engines whose time has come. */
  async refresh(): Promise<void> {
    const rows = await this.database.query<CircuitRow & { due: boolean | null }>(ALL);
    this.known = new Map(rows.map((row) => [row.provider, circuitOf(row)]));
    // Not waited for: an engine that does not answer must not keep us from knowing about the others.
    for (const { provider, due } of rows) {
      if (due)
        this.look(provider).catch((error: unknown) => this.logger.debug(`${provider}: ${String(error)}`));
    }
  }

  /** Looks again at once at engines whose next look is more than a minute away: their times may be of a wrong clock. */
  async correctFuture(): Promise<void> {
    await this.database.query(CORRECT_FUTURE);
  }

  /** For readiness, metrics and the operator: as the database has it now. Configured engines only, those in order too. */
  async list(): Promise<Circuit[]> {
    const rows = new Map((await this.database.query<CircuitRow>(ALL)).map((row) => [row.provider, row]));
    return this.providers.all.map(({ name }) => {
      const row = rows.get(name);
      return row
        ? circuitOf(row)
        : { provider: name, state: 'closed', failures: 0, reason: '', changedAt: new Date(0) };
    });
  }

  /** A sign of life half-closes the circuit: the next prediction shows whether the engine works. */
  private async look(provider: string): Promise<void> {
    const taken = await this.database.query(TAKE_THE_LOOK, [provider]);
    if (taken.length === 0) return;
    const { ok, detail } = await this.check(provider);
    if (ok) {
      await this.database.query(
        `update provider_circuits set open_until = null, changed_at = clock_timestamp() where provider = $1`,
        [provider],
      );
      this.logger.log(`${provider} answers again: ${detail}`);
    } else await this.database.query(STILL_AWAY, [provider, storable(detail)]);
  }

  private async check(name: string): Promise<EngineCheck> {
    const provider = this.providers.find(name);
    // Not configured any more: its predictions end as such as soon as they are taken up.
    return provider ? checkEngine(provider) : { ok: true, detail: 'not configured' };
  }
}

/** An engine's own words, of which PostgreSQL does not hold all. */
function storable(words: string): string {
  return words.slice(0, 500).replaceAll('\0', '').toWellFormed();
}

function circuitOf(row: CircuitRow): Circuit {
  const { provider, failures, reason, changed_at: changedAt } = row;
  return { provider, state: stateOf(row), failures, reason, changedAt };
}
