/** Settings are laid over the entries of the catalogue's files. An entry with its settings obeys the schema of the files. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { ErrorDetail } from '../../platform/errors/index.js';
import { CATALOGUE_FILE_SCHEMA, PACKS_FILE_SCHEMA, PLANS_FILE_SCHEMA } from '../catalogue.schema.js';
import type { CatalogueSources, WrittenModel, WrittenRoute } from '../catalogue-sources.js';
import { editableOf } from '../entry-fields.js';
import { explainErrors } from '../input-problems.js';
import { PACK_FIELDS } from '../packs.js';
import { PLAN_FIELDS } from '../plan-fields.js';

/** These have versions. */
export const SUBJECT_KINDS = ['model', 'plan', 'pack'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

export interface Subject {
  kind: SubjectKind;
  key: string;
}

/** Fields replace those of the files, by name. Null: the entry has no such field. */
export type Settings = Readonly<Record<string, unknown>>;

export type Entry = Readonly<Record<string, unknown>>;

export interface Difference {
  field: string;
  /** Null: the files have no such field. */
  file: unknown;
  /** Null: the live entry has no such field. */
  live: unknown;
}

/** The first route is preferred. */
export interface RouteSetting {
  provider: string;
  enabled: boolean;
}

/** Engines, adapters, options and input schemas are those of the files. */
export const EDITABLE: Readonly<Record<SubjectKind, readonly string[]>> = {
  model: ['enabled', 'title', 'description', 'pricing', 'engineCost', 'routes'],
  plan: editableOf(PLAN_FIELDS),
  pack: editableOf(PACK_FIELDS),
};

/** Limits the settings of one version, as JSON. */
const MAX_SETTINGS_BYTES = 64 * 1024;

let checks: Record<SubjectKind, ValidateFunction> | undefined;

/** Compiled for the first settings. */
function checkOf(kind: SubjectKind): ValidateFunction {
  if (checks) return checks[kind];
  const ajv = new Ajv2020({ allErrors: true, verbose: true, multipleOfPrecision: 6, validateSchema: false });
  checks = {
    model: ajv.compile(CATALOGUE_FILE_SCHEMA.properties.models.items),
    plan: ajv.compile(PLANS_FILE_SCHEMA.properties.plans.items),
    pack: ajv.compile(PACKS_FILE_SCHEMA.properties.packs.items),
  };
  return checks[kind];
}

export function findEntry(
  { models, plans, packs }: CatalogueSources,
  { kind, key }: Subject,
): Entry | undefined {
  if (kind === 'model') return asEntry(models.get(key)?.entry);
  if (kind === 'plan') return asEntry(plans.plans.find((plan) => plan.key === key));
  return asEntry(packs.find(({ id }) => id === key));
}

const asEntry = (entry: object | undefined): Entry | undefined => entry && { ...entry };

/** Keeps the order of the files. */
export function keysOf({ models, plans, packs }: CatalogueSources, kind: SubjectKind): string[] {
  if (kind === 'model') return [...models.keys()];
  return kind === 'plan' ? plans.plans.map(({ key }) => key) : packs.map(({ id }) => id);
}

export function withSettings(kind: SubjectKind, entry: Entry, settings: Settings): Entry {
  const { routes, ...rest } = settings;
  const fields: Entry = { ...entry, ...rest, ...(routes !== undefined && routesOf(kind, entry, routes)) };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** Returns routes in the order in which they are tried, those that are switched off too. */
export function routeSettingsOf(entry: Entry, provider: string): RouteSetting[] {
  const { routes } = entry as { routes?: WrittenRoute[] };
  if (!routes) return [{ provider, enabled: true }];
  return routes.map((route) => ({ provider: route.provider, enabled: route.enabled !== false }));
}

/** Returns the value as settings have it; null when the entry has no such field. */
export function valueOf(field: string, entry: Entry, provider = ''): unknown {
  if (field === 'enabled') return entry.enabled !== false;
  if (field === 'routes') return routeSettingsOf(entry, provider);
  return entry[field] ?? null;
}

export function differencesOf(sources: CatalogueSources, subject: Subject, settings: Settings): Difference[] {
  const entry = findEntry(sources, subject);
  if (!entry) return Object.entries(settings).map(([field, live]) => ({ field, file: null, live }));
  const provider = sources.models.get(subject.key)?.provider;
  const live = withSettings(subject.kind, entry, settings);
  return EDITABLE[subject.kind]
    .filter((field) => field in settings)
    .map((field) => ({
      field,
      file: valueOf(field, entry, provider),
      live: valueOf(field, live, provider),
    }))
    .filter(({ file, live: now }) => !isDeepStrictEqual(file, now));
}

/** @returns one problem per field, by the schema of the files. */
export function problemsOf(sources: CatalogueSources, subject: Subject, settings: Settings): ErrorDetail[] {
  const { kind, key } = subject;
  const entry = findEntry(sources, subject)!;
  const { routes, ...rest } = settings;
  const provider = sources.models.get(key)?.provider ?? '';
  const problems = routes === undefined ? [] : problemsOfRoutes(routes, entry, provider);
  const check = checkOf(kind);
  if (!check(withSettings(kind, entry, rest)))
    problems.push(...explainErrors(check.errors ?? [], 'is not a field that it has'));
  if (kind === 'plan' && problems.length === 0) problems.push(...problemsOfPlan(sources, key, settings));
  if (Buffer.byteLength(JSON.stringify(settings)) > MAX_SETTINGS_BYTES)
    problems.push({ field: 'body', message: `must have at most ${MAX_SETTINGS_BYTES} bytes` });
  return problems;
}

function problemsOfPlan(
  sources: CatalogueSources,
  key: string,
  { enabled, models, price }: Settings,
): ErrorDetail[] {
  if (key === sources.plans.default && price)
    return [{ field: 'price', message: 'must be null: new accounts get this plan without paying' }];
  if (enabled === false && key === sources.plans.default)
    return [{ field: 'enabled', message: 'must be true: new accounts get this plan' }];
  const unknown = ((models ?? []) as string[]).find((modelKey) => !sources.models.has(modelKey));
  return unknown === undefined
    ? []
    : [{ field: 'models', message: `must be keys of models: ${unknown} is none` }];
}

function problemsOfRoutes(routes: unknown, entry: Entry, provider: string): ErrorDetail[] {
  const problem = (message: string): ErrorDetail[] => [{ field: 'routes', message }];
  const known = routeSettingsOf(entry, provider).map((route) => route.provider);
  if (!Array.isArray(routes) || !routes.every(isRouteSetting))
    return problem('must be a list of routes, each with provider and perhaps enabled');
  const named = routes.map((route) => route.provider);
  const unknown = named.find((name) => !known.includes(name));
  if (unknown !== undefined)
    return problem(`must name engines of the catalogue’s files: ${known.join(', ')}`);
  if (new Set(named).size < named.length) return problem('must name each engine once');
  const isOn = (name: string) => routes.find((route) => route.provider === name)?.enabled !== false;
  return known.some(isOn) ? [] : problem('must leave one route enabled; enabled switches the model off');
}

function isRouteSetting(value: unknown): value is { provider: string; enabled?: boolean } {
  if (typeof value !== 'object' || value === null) return false;
  const { provider, enabled, ...others } = value as Record<string, unknown>;
  const isBoolean = enabled === undefined || typeof enabled === 'boolean';
  return typeof provider === 'string' && isBoolean && Object.keys(others).length === 0;
}

/** Routes that the setting does not name follow in the order of the files, as these say. Names that they lack have no effect. */
function routesOf(kind: SubjectKind, entry: Entry, setting: unknown): { routes?: WrittenRoute[] } {
  const { routes } = entry as unknown as WrittenModel;
  if (kind !== 'model' || !routes) return {};
  const named = (setting as { provider: string; enabled?: boolean }[]).flatMap(({ provider, enabled }) => {
    const route = routes.find((one) => one.provider === provider);
    return route ? [withState(route, enabled !== false)] : [];
  });
  const others = routes.filter(({ provider }) => !named.some((one) => one.provider === provider));
  return { routes: [...named, ...others] };
}

function withState({ enabled: _before, ...route }: WrittenRoute, isEnabled: boolean): WrittenRoute {
  return isEnabled ? route : { ...route, enabled: false };
}

/** Drops routes to engines that the files have no longer. */
export function withoutLostRoutes(
  sources: CatalogueSources,
  { key, settings }: { key: string; settings: Settings },
): Settings {
  const source = sources.models.get(key);
  const { routes } = settings as { routes?: RouteSetting[] };
  if (!source || !routes) return settings;
  const known = routeSettingsOf({ ...source.entry }, source.provider);
  const kept = routes.filter(({ provider }) => known.some((one) => one.provider === provider));
  return { ...settings, routes: kept };
}
