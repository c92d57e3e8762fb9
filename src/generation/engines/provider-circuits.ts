import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../database/index.js';
import { checkEngine, type EngineCheck, ProviderRegistry } from '../../providers/index.js';
import { type Circuit, stateOf } from './circuit.js';
import { ProviderCircuitEntity } from './provider-circuit.entity.js';
import {
  CLAIM_PROBE,
  CORRECT_FUTURE,
  LIST_CIRCUITS,
  RECORD_FAILED_PROBE,
  RECORD_FAILURE,
} from './provider-circuits.sql.js';

interface CircuitRow {
  provider: string;
  failures: number;
  open_until: Date | null;
  reason: string;
  changed_at: Date;
}

/**
 * Circuit breakers of the engines. A circuit opens after failures on the operator's side (credentials, billing,
 * connection refused). The database has one row per circuit that is not closed, shared by all processes; a process knows
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
  get openProviders(): string[] {
    return [...this.known.values()].filter(({ state }) => state === 'open').map(({ provider }) => provider);
  }

  /** Counts a failure on the operator's side. @param reason for the operator, without secrets. */
  async recordFailure(provider: string, reason: string): Promise<void> {
    const [row] = await this.database.query<CircuitRow>(RECORD_FAILURE, [provider, storable(reason)]);
    const before = this.stateOf(provider);
    const circuit = circuitOf(row!);
    this.known.set(provider, circuit);
    if (circuit.state === 'open' && before !== 'open') this.logger.error(`${provider} is open: ${reason}`);
  }

  /** Closes the circuit: the engine has accepted work. Runs no statement when it is closed already. */
  async recordSuccess(provider: string): Promise<void> {
    if (!this.known.has(provider)) return;
    this.known.delete(provider);
    await this.database.manager.delete(ProviderCircuitEntity, { provider });
    this.logger.log(`${provider} takes work again`);
  }

  /** Reads all circuits and begins the probes that are due. */
  async refresh(): Promise<void> {
    const rows = await this.database.query<CircuitRow & { due: boolean | null }>(LIST_CIRCUITS);
    this.known = new Map(rows.map((row) => [row.provider, circuitOf(row)]));
    // Probes are not awaited: an engine that does not respond must not delay the others.
    for (const { provider, due } of rows) {
      if (due)
        this.probe(provider).catch((error: unknown) => this.logger.debug(`${provider}: ${String(error)}`));
    }
  }

  /** Makes probes due that are more than a minute away: a wrong database clock may have written their times. */
  async correctFuture(): Promise<void> {
    await this.database.query(CORRECT_FUTURE);
  }

  /** Lists the configured engines, closed circuits included, as the database has them now. */
  async list(): Promise<Circuit[]> {
    const rows = new Map(
      (await this.database.query<CircuitRow>(LIST_CIRCUITS)).map((row) => [row.provider, row]),
    );
    return this.providers.all.map(({ name }) => {
      const row = rows.get(name);
      return row
        ? circuitOf(row)
        : { provider: name, state: 'closed', failures: 0, reason: '', changedAt: new Date(0) };
    });
  }

  /** Probes an engine unless another process does. Success half-opens the circuit: the next submit decides. */
  private async probe(provider: string): Promise<void> {
    const claimed = await this.database.query(CLAIM_PROBE, [provider]);
    if (claimed.length === 0) return;
    const { ok, detail } = await this.check(provider);
    if (ok) {
      const halfOpen = { openUntil: null, changedAt: () => 'clock_timestamp()' };
      await this.database.manager.update(ProviderCircuitEntity, { provider }, halfOpen);
      this.logger.log(`${provider} responds again: ${detail}`);
    } else await this.database.query(RECORD_FAILED_PROBE, [provider, storable(detail)]);
  }

  private async check(name: string): Promise<EngineCheck> {
    const provider = this.providers.find(name);
    // An engine that is no longer configured needs no circuit: its predictions fail as `notOffered`.
    return provider ? checkEngine(provider) : { ok: true, detail: 'not configured' };
  }
}

/** Bounds an engine's text and removes characters that PostgreSQL cannot store. */
function storable(text: string): string {
  return text.slice(0, 500).replaceAll('\0', '').toWellFormed();
}

function circuitOf(row: CircuitRow): Circuit {
  const { provider, failures, reason, changed_at: changedAt } = row;
  return { provider, state: stateOf(row), failures, reason, changedAt };
}
