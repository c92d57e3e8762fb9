import { Injectable, Logger } from '@nestjs/common';
import { type AuditSource, AuditTrail } from '../../audit/index.js';
import { Catalogue } from '../../catalogue/index.js';
import { Config } from '../../platform/config/index.js';
import { Database } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { SharedRuns } from '../../platform/schedule/index.js';
import { checkEngine, missingSettings, type Provider, ProviderRegistry } from '../../providers/index.js';
import type { CircuitView, ProviderCheckBody, ProvidersBody, ProviderView } from './admin-providers.dto.js';
import type { Circuit } from './circuit.js';
import { ProviderCircuits } from './provider-circuits.js';

const MAX_DETAIL = 500;

@Injectable()
export class AdminProviders {
  private readonly logger = new Logger('providers');
  private readonly checks = new SharedRuns<ProviderCheckBody>();

  constructor(
    private readonly providers: ProviderRegistry,
    private readonly catalogue: Catalogue,
    private readonly circuits: ProviderCircuits,
    private readonly config: Config,
    private readonly database: Database,
    private readonly trail: AuditTrail,
  ) {}

  /** The configured engines come first, then those that the catalogue names and whose settings are missing. */
  async list(): Promise<ProvidersBody> {
    const circuits = new Map((await this.circuits.list()).map((circuit) => [circuit.provider, circuit]));
    const named = this.catalogue.entries.flatMap(({ routes }) => routes.map(({ provider }) => provider));
    const names = new Set([...this.providers.all.map(({ name }) => name), ...named]);
    const items = [...names].map((name) => this.show(name, circuits.get(name)));
    return { success: true, items };
  }

  /** Records the ping. Concurrent calls for one engine share one ping. @throws 404. */
  async check(source: AuditSource, name: string): Promise<ProviderCheckBody> {
    const provider = this.providers.find(name);
    if (!provider) throw new AppError('provider_not_found');
    const body = await this.checks.run(name, () => this.run(provider));
    const change = { accountId: null, action: 'provider.checked', target: name, after: { ok: body.ok } };
    await this.trail.record(this.database, { ...source, ...change });
    return body;
  }

  private show(name: string, circuit: Circuit | undefined): ProviderView {
    const provider = this.providers.find(name);
    const runs = (model: { routes: readonly { provider: string }[] } | undefined) =>
      model?.routes.some((route) => route.provider === name) ?? false;
    const models = this.catalogue.entries.filter(runs).map((model) => {
      const { modelKey, title, modality, operation } = model;
      return { modelKey, title, modality, operation, offered: runs(this.catalogue.find(modelKey)) };
    });
    const address = provider?.address ?? '';
    const missing = provider ? [] : this.missingOf(name);
    return {
      name,
      configured: provider !== undefined,
      host: URL.canParse(address) ? new URL(address).host : null,
      missing,
      circuit: circuit ? showCircuit(circuit) : null,
      models,
    };
  }

  /** Returns null for an engine of an extension that is not loaded. */
  private missingOf(name: string): string[] | null {
    const engine = this.catalogue.engines.find((one) => one.name === name);
    return engine ? missingSettings(engine, (variable) => this.config.variable(variable)) : null;
  }

  private async run(provider: Provider): Promise<ProviderCheckBody> {
    const startedAt = performance.now();
    const { ok, detail } = await checkEngine(provider, (error) =>
      this.logger.warn(`${provider.name}: the check failed: ${String(error)}`),
    );
    const milliseconds = Math.round(performance.now() - startedAt);
    return { success: true, name: provider.name, ok, detail: detail.slice(0, MAX_DETAIL), milliseconds };
  }
}

export function showCircuit(circuit: Circuit): CircuitView {
  const { state, failures, reason, changedAt } = circuit;
  if (failures === 0) return { state, failures, reason: null, changedAt: null };
  return { state, failures, reason, changedAt: changedAt.toISOString() };
}
