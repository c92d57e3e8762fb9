import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../database/index.js';
import { checkEngine, type EngineCheck, ProviderRegistry } from '../../providers/index.js';
import { type Circuit, stateOf } from './circuit.js';
import { ProviderCircuitEntity } from './provider-circuit.entity.js';
import { ALL, CLAIM_PROBE, CORRECT_FUTURE, FAILED, STILL_AWAY } from './provider-circuits.sql.js';

interface CircuitRow {
  provider: string;
  failures: number;
  open_until: Date | null;
  reason: string;
  changed_at: Date;
}

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
    await this.database.manager.delete(ProviderCircuitEntity, { provider });
    this.logger.log(`${provider} takes work again`);
  }

  /** Reads what other processes have found, and begins to probe the engines whose time has come. */
  async refresh(): Promise<void> {
    const rows = await this.database.query<CircuitRow & { due: boolean | null }>(ALL);
    this.known = new Map(rows.map((row) => [row.provider, circuitOf(row)]));
    // Not waited for: an engine that does not answer must not keep us from knowing about the others.
    for (const { provider, due } of rows) {
      if (due)
        this.probe(provider).catch((error: unknown) => this.logger.debug(`${provider}: ${String(error)}`));
    }
  }

  /** Probes at once the engines whose next probe is more than a minute away: their times may be of a wrong clock. */
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

  /** A probe that succeeds half-opens the circuit: the next prediction shows whether the engine works. */
  private async probe(provider: string): Promise<void> {
    const claimed = await this.database.query(CLAIM_PROBE, [provider]);
    if (claimed.length === 0) return;
    const { ok, detail } = await this.check(provider);
    if (ok) {
      const halfOpen = { openUntil: null, changedAt: () => 'clock_timestamp()' };
      await this.database.manager.update(ProviderCircuitEntity, { provider }, halfOpen);
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
