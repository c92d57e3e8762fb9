import { Injectable, Logger } from '@nestjs/common';
import { Catalogue, type Operation } from '../../catalogue/index.js';
import { Database, type RowOfStatement } from '../../platform/database/index.js';
import { FOLLOWED_MS, LiveCopy, SharedRuns } from '../../platform/schedule/index.js';
import { checkEngine, type EngineCheck, type Provider, ProviderRegistry } from '../../providers/index.js';
import { type Circuit, FAILURES_TO_OPEN, stateOf } from './circuit.js';
import { ProviderCircuitEntity } from './provider-circuit.entity.js';
import {
  type CircuitRow,
  CLAIM_PROBE,
  CORRECT_FUTURE,
  COUNT_FAILURE,
  FORGET_FAILURES,
  LIST_CIRCUITS,
  OPEN_CIRCUIT,
  RECORD_FAILED_PROBE,
  RECORD_LACK,
} from './provider-circuits.sql.js';

type ReadRow = RowOfStatement<typeof LIST_CIRCUITS>;

/** A server that has responded is not queried again at once for the operations that it lacks. */
const LACKS_MS = 5_000;

/**
 * A circuit opens after failures on the operator's side (credentials, billing, connection refused) that the engine's own check confirms, so
 * that no request of a caller opens one. An operation that the server of an engine cannot do is not on offer there, and concerns no other
 * operation. The database has one row per circuit that is not closed; a process knows them as of its last `refresh` or `read`.
 */
@Injectable()
export class ProviderCircuits {
  private readonly logger = new Logger('circuit');
  readonly copy = new LiveCopy(() => this.readRows(), FOLLOWED_MS);
  private rows: ReadRow[] = [];
  private known = new Map<string, Circuit>();
  /** Concurrent failures of an engine share one check. */
  private readonly checks = new SharedRuns<EngineCheck>();
  /** Last query for an operation (performance.now), by `engine/operation`. */
  private readonly lookedAtMs = new Map<string, number>();
  private hasRefreshed = false;

  constructor(
    private readonly database: Database,
    private readonly providers: ProviderRegistry,
    private readonly catalogue: Catalogue,
  ) {}

  /** As of the last `refresh`. */
  stateOf(provider: string): Circuit['state'] {
    return this.known.get(provider)?.state ?? 'closed';
  }

  /** Also has each `engine/operation` that is not on offer. As of the last `refresh`. */
  get open(): string[] {
    return [...this.known.values()].filter(({ state }) => state === 'open').map(({ provider }) => provider);
  }

  /** @param reason for the operator, without secrets. */
  async recordFailure(provider: string, reason: string): Promise<void> {
    const failure = { circuit: provider, reason: storable(reason) };
    const counted = await this.database.run(COUNT_FAILURE, failure);
    const { before, ...row } = counted[0]!;
    this.known.set(provider, circuitOf(row));
    if (row.open_until === null && before >= FAILURES_TO_OPEN - 1) await this.confirm(provider, reason);
  }

  /** Opens the circuit if the engine's own check shows that all requests fail. */
  private async confirm(provider: string, reason: string): Promise<void> {
    const { ok, detail } = await this.checks.run(provider, () => this.check(provider));
    if (ok) {
      await this.database.run(FORGET_FAILURES, { circuit: provider });
      this.known.delete(provider);
      this.logger.warn(`${provider} refuses requests, although its check passes (${detail}): ${reason}`);
      return;
    }
    const [row] = await this.database.run(OPEN_CIRCUIT, { circuit: provider });
    if (!row) return;
    this.known.set(provider, circuitOf(row));
    this.logger.error(`${provider} is open: ${reason}`);
  }

  /** Checks whether the server of an engine that has responded "no such route" can do the operation at all. */
  async recordMissing(name: string, operation: Operation): Promise<void> {
    const provider = this.providers.find(name);
    const place = `${name}/${operation}`;
    const now = performance.now();
    if (!provider || this.known.has(place) || now - (this.lookedAtMs.get(place) ?? -Infinity) < LACKS_MS)
      return;
    this.lookedAtMs.set(place, now);
    try {
      await this.recordLack(provider, operation);
    } catch (error) {
      this.logger.debug(`${place}: ${String(error)}`);
    }
  }

  /** Puts operations on offer again that were found lacking before a restart, unless they still are. */
  private async checkLacking(): Promise<void> {
    await Promise.all(
      this.lacking.map(async (place) => {
        const { provider, operation } = this.partsOf(place);
        const lack = await provider?.lacks(operation).catch(() => null);
        if (!lack) await this.database.manager.delete(ProviderCircuitEntity, { provider: place });
      }),
    );
  }

  private async recordLack(provider: Provider, operation: Operation): Promise<void> {
    const place = `${provider.name}/${operation}`;
    const lack = await provider.lacks(operation);
    if (lack === null) return;
    const [row] = await this.database.run(RECORD_LACK, { circuit: place, reason: storable(lack) });
    if (!row) return;
    this.remember([...this.known.values(), circuitOf(row)]);
    this.logger.error(`${place} is not on offer: the server cannot do it: ${lack}`);
  }

  /** Closes the circuit without a statement when it is closed already. */
  async recordSuccess(provider: string): Promise<void> {
    if (!this.known.has(provider)) return;
    this.known.delete(provider);
    await this.database.manager.delete(ProviderCircuitEntity, { provider });
    this.logger.log(`${provider} takes work again`);
  }

  /** Takes off the offer what servers cannot do. */
  async read(): Promise<ReadRow[]> {
    await this.copy.refresh();
    return this.rows;
  }

  async refresh(): Promise<void> {
    // Probes are not awaited: an engine that does not respond must not delay the others.
    const rows = await this.read();
    if (!this.hasRefreshed) {
      this.hasRefreshed = true;
      this.checkLacking().catch((error: unknown) => this.logger.debug(String(error)));
    }
    for (const { provider, due } of rows) {
      if (due)
        this.probe(provider).catch((error: unknown) => this.logger.debug(`${provider}: ${String(error)}`));
    }
  }

  /** A wrong database clock may have written times of probes that are more than a minute away. */
  async correctFuture(): Promise<void> {
    await this.database.run(CORRECT_FUTURE, {});
  }

  /** Contains closed circuits, as the database has them now. */
  async list(): Promise<Circuit[]> {
    const rows = new Map((await this.read()).map((row) => [row.provider, row]));
    return this.providers.all.map(({ name }) => {
      const row = rows.get(name);
      return row
        ? circuitOf(row)
        : { provider: name, state: 'closed', failures: 0, reason: '', changedAt: new Date(0) };
    });
  }

  private async readRows(): Promise<void> {
    this.rows = await this.database.run(LIST_CIRCUITS, {});
    this.remember(this.rows.map(circuitOf));
  }

  private remember(circuits: Circuit[]): void {
    this.known = new Map(circuits.map((circuit) => [circuit.provider, circuit]));
    this.catalogue.withhold(new Set(this.lacking));
  }

  private get lacking(): string[] {
    return [...this.known.keys()].filter((name) => name.includes('/'));
  }

  private partsOf(place: string): { provider: Provider | undefined; operation: Operation } {
    const [name, operation] = place.split('/');
    return { provider: this.providers.find(name!), operation: operation as Operation };
  }

  /** Probes unless another process does. Success half-opens the circuit: the next submit decides. */
  private async probe(provider: string): Promise<void> {
    const claimed = await this.database.run(CLAIM_PROBE, { circuit: provider });
    if (claimed.length === 0) return;
    if (provider.includes('/')) return this.probeOperation(provider);
    const { ok, detail } = await this.check(provider);
    if (ok) {
      const halfOpen = { openUntil: null, changedAt: () => 'clock_timestamp()' };
      await this.database.manager.update(ProviderCircuitEntity, { provider }, halfOpen);
      this.logger.log(`${provider} responds again: ${detail}`);
    } else await this.database.run(RECORD_FAILED_PROBE, { circuit: provider, reason: storable(detail) });
  }

  private async probeOperation(place: string): Promise<void> {
    const { provider, operation } = this.partsOf(place);
    const lack = provider ? await provider.lacks(operation).catch((error: unknown) => String(error)) : null;
    if (lack !== null) {
      await this.database.run(RECORD_FAILED_PROBE, { circuit: place, reason: storable(lack) });
      return;
    }
    await this.database.manager.delete(ProviderCircuitEntity, { provider: place });
    this.logger.log(`${place} is on offer again`);
  }

  private async check(name: string): Promise<EngineCheck> {
    const provider = this.providers.find(name);
    // An engine that is no longer configured needs no circuit: its predictions fail as `notOffered`.
    return provider ? checkEngine(provider) : { ok: true, detail: 'not configured' };
  }
}

/** PostgreSQL cannot store some characters of an engine's text. */
function storable(text: string): string {
  return text.slice(0, 500).replaceAll('\0', '').toWellFormed();
}

function circuitOf(row: CircuitRow): Circuit {
  const { provider, failures, reason, changed_at: changedAt } = row;
  return { provider, state: stateOf(row), failures, reason, changedAt };
}
