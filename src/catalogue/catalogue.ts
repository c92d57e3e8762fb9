import { Injectable } from '@nestjs/common';
import type { ValidateFunction } from 'ajv';
import { AppError, validationFailed } from '../platform/errors/index.js';
import type { LiveCopy } from '../platform/schedule/index.js';
import type { CatalogueContents } from './catalogue-files.js';
import type { CatalogueModel, EngineDefinition, EngineLimits, Route } from './catalogue-model.js';
import type { CatalogueSources } from './catalogue-sources.js';
import { withoutIgnoredFields, withoutNulls } from './input-fields.js';
import { explainErrors } from './input-problems.js';
import { inputValidatorOf } from './input-validator.js';
import {
  findEntry,
  problemsOf,
  type RouteSetting,
  routeSettingsOf,
  type Settings,
  type Subject,
  withoutLostRoutes,
  withSettings,
} from './live/live-settings.js';
import { findNearKeys } from './near-keys.js';
import type { Pack } from './packs.js';
import type { Plan } from './plan-fields.js';
import { Plans } from './plans.js';
import { priceOf } from './price.js';
import { type ModelPrice, PastPrices, priceVersionOf } from './price-version.js';

/** Selects models. */
export interface CatalogueFilter {
  modality?: string;
  operation?: string;
}

/** A caller's fields, checked. */
export interface CheckedInput {
  /** With the model's defaults. */
  input: Record<string, unknown>;
  /** Names of the fields that every model accepts and this one has no use for. They are not in `input`. */
  ignored: string[];
}

export interface LiveVersion extends Subject {
  /** From 2 on; version 1 is that of the files. */
  version: number;
  settings: Settings;
  /** By the clock of the database. */
  changedAtMs: number;
}

/** What was changed live is laid over the files. Input schemas are compiled once, at boot, which an invalid schema stops. */
@Injectable()
export class Catalogue {
  private readonly byKey = new Map<string, CatalogueModel>();
  /** The models that configured engines run, switched off or not. */
  private readonly served = new Map<string, CatalogueModel>();
  private readonly validators = new Map<string, ValidateFunction>();
  private offered: CatalogueModel[] = [];
  /** `engine/operation`: what the server of an engine cannot do. */
  private lacking: ReadonlySet<string> = new Set();
  /** These are as the engines offer them, with the fields of the files. */
  private servable: readonly CatalogueModel[];
  private allEntries: readonly CatalogueModel[] = [];
  private allPlans: Plans;
  private packsForSale: readonly Pack[] = [];
  private readonly live = new Map<string, LiveVersion>();
  /** Says why settings are not in force, by the name of what they are for. */
  private readonly problems = new Map<string, string | null>();
  private readonly prices = new Map<string, ModelPrice>();
  private readonly pastPrices = new PastPrices();
  private readonly handlers: (() => void)[] = [];
  private readonly copies: LiveCopy[] = [];

  /** @param outputRetentionDays days that the installation keeps outputs. */
  constructor(
    private readonly contents: CatalogueContents,
    private readonly outputRetentionDays?: number,
  ) {
    this.servable = contents.models;
    this.allPlans = contents.plans;
    this.rebuild();
  }

  /** Adds facts that other processes change, and that decide what is on offer. @internal */
  follow(copy: LiveCopy): void {
    this.copies.push(copy);
  }

  /** Whether all is known that other processes changed more than a second ago; false after this one was frozen. @internal */
  get isCurrent(): boolean {
    return this.copies.every((copy) => copy.isCurrent);
  }

  /**
   * Waits until all is known that other processes changed more than a second ago: before something is sold or promised. Rejects when the
   * database is unavailable. @returns undefined when nothing is to be awaited. @internal
   */
  confirm(): Promise<unknown> | undefined {
    return this.isCurrent ? undefined : Promise.all(this.copies.flatMap((copy) => copy.confirm() ?? []));
  }

  get plans(): Plans {
    return this.allPlans;
  }

  /** The packs for sale, in the order of the file. */
  get packs(): readonly Pack[] {
    return this.packsForSale;
  }

  /** All models of the files, offered or not, with all their routes. */
  get entries(): readonly CatalogueModel[] {
    return this.allEntries;
  }

  get engines(): readonly EngineDefinition[] {
    return this.contents.engines;
  }

  /** The catalogue as its files write it. @internal */
  get sources(): CatalogueSources {
    return this.contents.sources;
  }

  limitsOf(provider: string): EngineLimits {
    return this.contents.limits.get(provider) ?? {};
  }

  /** Sets the models on offer with their routes. Called once, when the configured providers are known. */
  offer(models: CatalogueModel[]): void {
    this.servable = models;
    for (const model of models) this.validatorOf(model);
    this.rebuild();
  }

  /** Sets which operations the servers of engines cannot do, each as `engine/operation`: they are not on offer there. */
  withhold(lacking: ReadonlySet<string>): void {
    const isSame = lacking.size === this.lacking.size && [...lacking].every((name) => this.lacking.has(name));
    if (isSame) return;
    this.lacking = lacking;
    this.rebuild();
    for (const handle of this.handlers) handle();
  }

  /** Lays changed settings over the files, in the order of the changes, and calls the handlers. @internal */
  apply(versions: readonly LiveVersion[]): void {
    if (versions.length === 0) return;
    for (const version of versions) {
      const before = version.kind === 'model' ? this.priceOfEntry(version.key) : undefined;
      this.live.set(nameOf(version), version);
      this.problems.set(nameOf(version), this.judge(version));
      if (before)
        this.pastPrices.keep(version.key, before, this.priceOfEntry(version.key)!, version.changedAtMs);
    }
    this.rebuild();
    for (const handle of this.handlers) handle();
  }

  /** Calls `handle` after every change of what is offered. */
  onChange(handle: () => void): void {
    this.handlers.push(handle);
  }

  /** Returns the newest version of a model, a plan or a pack; undefined while it is that of the files. @internal */
  liveVersionOf(subject: Subject): LiveVersion | undefined {
    return this.live.get(nameOf(subject));
  }

  /** The newest versions of everything that was changed, also of what the files have no longer. @internal */
  get liveVersions(): readonly LiveVersion[] {
    return [...this.live.values()];
  }

  /** Returns the version of the price that a model has with these settings; null for one that cannot be offered here. @internal */
  priceVersionWith(modelKey: string, settings: Settings): string | null {
    const model = this.contents.models.find((one) => one.modelKey === modelKey);
    const { pricing } = settings as Partial<CatalogueModel>;
    return model ? priceVersionOf(pricing ? { ...model, pricing } : model) : null;
  }

  /** Returns the present price of a model. @internal */
  priceFor(model: CatalogueModel): ModelPrice {
    return this.prices.get(model.modelKey) ?? { version: priceVersionOf(model), pricing: model.pricing };
  }

  /** @returns the present price, or one that was replaced less than a minute ago. @param nowMs by the clock of the database. @internal */
  findPrice(model: CatalogueModel, version: string, nowMs: number): ModelPrice | undefined {
    const present = this.priceFor(model);
    return present.version === version ? present : this.pastPrices.find(model.modelKey, version, nowMs);
  }

  /** Finds a model on offer. @returns undefined when it does not exist or this installation does not offer it. */
  find(modelKey: unknown): CatalogueModel | undefined {
    return typeof modelKey === 'string' ? this.byKey.get(modelKey) : undefined;
  }

  /** Finds a model that this installation can run, also one that an administrator has switched off. */
  findServed(modelKey: unknown): CatalogueModel | undefined {
    return typeof modelKey === 'string' ? this.served.get(modelKey) : undefined;
  }

  /** The models that this installation can run, also those that an administrator has switched off. */
  get servedModels(): readonly CatalogueModel[] {
    return [...this.served.values()];
  }

  /** Returns a model on offer. @param status of the error. @throws `model_not_found` that names similar keys. */
  get(modelKey: string, status?: number): CatalogueModel {
    const model = this.find(modelKey);
    if (model) return model;
    const near = findNearKeys(modelKey, [...this.byKey.keys()]);
    const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}? ` : '';
    const message = `This model does not exist or is not enabled. ${hint}GET /api/models lists the models.`;
    const known = near.length > 0 ? `, for example ${near.join(' or ')}` : '';
    const details = [{ field: 'modelKey', message: `modelKey must be one of GET /api/models${known}` }];
    // In a 404 the key is no field of a body.
    throw new AppError('model_not_found', { status, message, ...(status !== 404 && { details }) });
  }

  list(filter: CatalogueFilter = {}): CatalogueModel[] {
    return this.offered.filter(
      (model) =>
        (filter.modality === undefined || model.modality === filter.modality) &&
        (filter.operation === undefined || model.operation === filter.operation),
    );
  }

  /** The engines of all models on offer. */
  get offeredProviders(): ReadonlySet<string> {
    return new Set(this.offered.flatMap(({ routes }) => routes.map(({ provider }) => provider)));
  }

  /** Lists, in order, where a prediction goes when the engine accepts no work: from a switched-off route it can go to every other. */
  routesAfter(modelKey: string, provider: string): Route[] {
    const routes = this.served.get(modelKey)?.routes ?? [];
    const place = routes.findIndex((route) => route.provider === provider);
    if (place === -1 && !this.hasRoute(modelKey, provider)) return [];
    return routes.slice(place + 1);
  }

  /** Returns the adapter's options of a model, also at a route that is switched off; empty when the model has left the files. */
  optionsOf(modelKey: string, provider: string): Readonly<Record<string, unknown>> {
    const model = this.contents.models.find((one) => one.modelKey === modelKey);
    return model?.routes.find((route) => route.provider === provider)?.options ?? {};
  }

  /** Whether results of a model are delivered with their metadata, also of one that has left the offer. */
  keepsMetadata(modelKey: string): boolean {
    return this.contents.models.find((one) => one.modelKey === modelKey)?.keepMetadata ?? false;
  }

  /** Returns the mark that a model's results get, or undefined when it follows from engine and operation. */
  digitalSourceTypeOf(modelKey: string): string | undefined {
    return this.contents.models.find((one) => one.modelKey === modelKey)?.digitalSourceType;
  }

  /** Checks a caller's fields and fills in the model's defaults. @returns a new object. @throws 400 naming every bad field. */
  readInput(model: CatalogueModel, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return this.checkInput(model, fields).input;
  }

  /** Does what `readInput` does, and also returns which fields the model has no use for. */
  checkInput(model: CatalogueModel, fields: Readonly<Record<string, unknown>>): CheckedInput {
    const input = structuredClone(withoutNulls(model.inputSchema, fields));
    const validate = this.validatorOf(model);
    if (!validate(input)) throw validationFailed(explainErrors(validate.errors ?? [], ofUnknownField(model)));
    return withoutIgnoredFields(model.inputSchema, input);
  }

  private hasRoute(modelKey: string, provider: string): boolean {
    const model = this.contents.models.find((one) => one.modelKey === modelKey);
    return model?.routes.some((route) => route.provider === provider) ?? false;
  }

  private rebuild(): void {
    this.allEntries = this.contents.models.map((model) => this.effective(model).model);
    const served = this.servable.map((model) => this.effective(model));
    this.served.clear();
    this.byKey.clear();
    this.prices.clear();
    for (const { model, routes, isEnabled } of served) {
      const open = routes.flatMap(({ provider, enabled }) =>
        enabled && !this.lacking.has(`${provider}/${model.operation}`)
          ? model.routes.filter((route) => route.provider === provider)
          : [],
      );
      // The settings leave a route of the files, but its engine may not be configured.
      const isOffered = isEnabled && open.length > 0;
      const offered = { ...model, ...open[0], routes: open };
      this.served.set(model.modelKey, offered);
      if (isOffered) this.byKey.set(model.modelKey, offered);
      this.prices.set(model.modelKey, { version: priceVersionOf(model), pricing: model.pricing });
    }
    this.offered = [...this.byKey.values()];
    this.rebuildPlansAndPacks();
  }

  private rebuildPlansAndPacks(): void {
    const { plans, packs } = this.sources;
    const all = plans.plans.map((plan) => this.effectiveEntry<Plan>({ kind: 'plan', key: plan.key }, plan));
    this.allPlans = new Plans(all, plans.default, this.outputRetentionDays);
    this.packsForSale = packs
      .map((pack) => this.effectiveEntry<Pack>({ kind: 'pack', key: pack.id }, pack))
      .filter(({ enabled }) => enabled !== false)
      .map(({ enabled: _enabled, ...pack }) => pack);
  }

  /** Returns a model with its settings, in the order of its routes, and what is switched on. */
  private effective(model: CatalogueModel): {
    model: CatalogueModel;
    routes: RouteSetting[];
    isEnabled: boolean;
  } {
    const source = this.sources.models.get(model.modelKey);
    const routes = model.routes.map(({ provider }) => ({ provider, enabled: true }));
    // An extension can offer a model that no file has.
    if (!source) return { model, routes, isEnabled: true };
    const entry = this.effectiveEntry({ kind: 'model', key: model.modelKey }, source.entry);
    const { title, description, pricing, engineCost, enabled } = entry;
    const { engineCost: _before, ...rest } = model;
    return {
      model: { ...rest, title, description, pricing, ...(engineCost && { engineCost }) },
      routes: routeSettingsOf({ ...entry }, source.provider),
      isEnabled: enabled !== false,
    };
  }

  /** Returns an entry with its settings. Those that the files no longer allow are not in force. */
  private effectiveEntry<E extends object>(subject: Subject, entry: E): E {
    const live = this.live.get(nameOf(subject));
    if (!live || this.problemOf(subject)) return entry;
    return withSettings(subject.kind, entry as Settings, live.settings) as E;
  }

  /** Returns an entry of the files with its settings. @param subject that the files have. @internal */
  entryOf(subject: Subject): Settings {
    return this.effectiveEntry(subject, findEntry(this.sources, subject)!);
  }

  /** Returns why the settings of a model, a plan or a pack are not in force; null when they are. @internal */
  problemOf(subject: Subject): string | null {
    return this.problems.get(nameOf(subject)) ?? null;
  }

  private judge(live: LiveVersion): string | null {
    if (!findEntry(this.sources, live)) return 'the files have it no longer';
    const [problem] = problemsOf(this.sources, live, withoutLostRoutes(this.sources, live));
    return problem ? `${problem.field ?? ''} ${problem.message ?? ''}`.trim() : null;
  }

  private priceOfEntry(modelKey: string): ModelPrice | undefined {
    const model = this.contents.models.find((one) => one.modelKey === modelKey);
    if (!model) return undefined;
    const { pricing } = this.effective(model).model;
    return { version: priceVersionOf({ ...model, pricing }), pricing };
  }

  private validatorOf(model: CatalogueModel): ValidateFunction {
    const known = this.validators.get(model.modelKey);
    if (known) return known;
    const compiled = inputValidatorOf(model);
    this.validators.set(model.modelKey, compiled);
    return compiled;
  }

  /** Returns the price in thousandths of a credit, for an input returned by `readInput`. */
  priceOf(model: Pick<CatalogueModel, 'pricing'>, input: Readonly<Record<string, unknown>>): bigint {
    return priceOf(model.pricing, input);
  }
}

const nameOf = ({ kind, key }: Subject): string => `${kind} ${key}`;

const ofUnknownField = ({ modelKey }: CatalogueModel): string =>
  `is not a field of ${modelKey}: GET /api/models/${modelKey} lists its fields`;
