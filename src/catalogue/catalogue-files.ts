/** A mistake in `catalogue/*.yaml` stops the boot with the file and the place. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { loadAll as parse } from 'js-yaml';
import { currentUser, readTextFile, TextFileError } from '../platform/env/index.js';
import { CATALOGUE_FILE_SCHEMA, PACKS_FILE_SCHEMA, PLANS_FILE_SCHEMA } from './catalogue.schema.js';
import { type CatalogueListing, listCatalogue } from './catalogue-directory.js';
import type { CatalogueModel, EngineDefinition, EngineLimits } from './catalogue-model.js';
import type {
  CatalogueFile,
  CatalogueSources,
  Needs,
  PacksFile,
  PlansFile,
  SourceDocument,
} from './catalogue-sources.js';
import { type CheckedDocuments, checkedDocumentsOf, hashOf } from './checked-documents.js';
import type { Pack } from './packs.js';
import { Plans } from './plans.js';

export interface CatalogueContents {
  /** Has all routes of the files, those that are switched off too. */
  models: CatalogueModel[];
  engines: EngineDefinition[];
  limits: Map<string, EngineLimits>;
  plans: Plans;
  packs: Pack[];
  /** Keeps the files as written, because live changes are laid over them. */
  sources: CatalogueSources;
}

let checks: Record<SourceDocument['kind'], ValidateFunction> | undefined;

/** Compiled for the first file that the build has not checked. */
function checkOf(kind: SourceDocument['kind']): ValidateFunction {
  if (checks) return checks[kind];
  // Each validator judges a few documents: optimizing its code would take half of the time of its compilation.
  const code = { optimize: false };
  const ajv = new Ajv2020({ allErrors: true, multipleOfPrecision: 6, validateSchema: false, code });
  checks = {
    provider: ajv.compile(CATALOGUE_FILE_SCHEMA),
    plans: ajv.compile(PLANS_FILE_SCHEMA),
    packs: ajv.compile(PACKS_FILE_SCHEMA),
  };
  return checks[kind];
}

/** These names say what a file contains. Each other document is that of a provider, of plans or of packs by its fields. */
const PLANS_FILE = 'plans.yaml';
const IS_PLANS_FILE = /^plans\.\w+$/i;
const IS_PACKS_FILE = /^packs\.\w+$/i;

export function readCatalogue(directory: string): CatalogueContents {
  const documents = readDocuments(directory);
  const models: CatalogueModel[] = [];
  const engines: EngineDefinition[] = [];
  const limits = new Map<string, EngineLimits>();
  const written: CatalogueSources['models'] = new Map();
  for (const { kind, contents } of documents) {
    if (kind !== 'provider') continue;
    const { provider, engine, models: entries } = contents;
    if (contents.limits) limits.set(provider, contents.limits);
    if (engine) engines.push({ name: provider, adapter: engine.adapter, definition: engine, directory });
    for (const entry of entries) {
      const { modelKey } = entry;
      if (written.has(modelKey))
        throw new Error(`catalogue/${provider}.yaml: modelKey ${modelKey} exists twice`);
      written.set(modelKey, { provider, entry });
    }
    models.push(...readModels(contents));
  }
  const offered = new Set(models.map(({ modelKey }) => modelKey));
  const plans = readPlans(documents, offered);
  const packs = readPacks(documents);
  return {
    models,
    engines,
    limits,
    plans: new Plans(plans.plans, plans.default),
    packs,
    sources: { models: written, plans, packs, documents },
  };
}

/** Each sentence names its file. */
export function findCatalogueProblems(directory: string): string[] {
  let listing: CatalogueListing;
  try {
    listing = listCatalogue(directory);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return [
      `CATALOGUE_DIR must name a directory that the user ${currentUser()} can read: ${directory} (${code})`,
    ];
  }
  const ofFiles = listing.files.flatMap((file) => {
    try {
      readFile(directory, file);
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
  return [...listing.problems, ...ofFiles];
}

/** A file of providers comes first by its name. */
function readDocuments(directory: string): SourceDocument[] {
  return listCatalogue(directory).files.flatMap((file) => readFile(directory, file));
}

/** @internal for the build */
export function readCheckedDocuments(directory: string): CheckedDocuments {
  readDocuments(directory);
  return Object.fromEntries(read);
}

/** By `hashOf`: a start checks every file before it reads them all. */
const read = new Map<string, SourceDocument[]>();

/** Returns checked documents, which must not be changed. @throws what is wrong with the file, with its name. */
function readFile(directory: string, file: string): SourceDocument[] {
  const text = readText(directory, file);
  const hash = hashOf(file, text);
  const documents =
    read.get(hash) ??
    checkedDocumentsOf(hash) ??
    parseYaml(file, text).map((contents) => checkDocument(file, contents));
  read.set(hash, documents);
  return documents;
}

function checkDocument(file: string, contents: unknown): SourceDocument {
  const fields = (typeof contents === 'object' ? contents : null) ?? {};
  const isPacks = IS_PACKS_FILE.test(file);
  if (IS_PLANS_FILE.test(file) || (!isPacks && 'plans' in fields))
    return { kind: 'plans', file, contents: checked(file, contents, 'plans') as PlansFile };
  if (isPacks || 'packs' in fields)
    return { kind: 'packs', file, contents: checked(file, contents, 'packs') as PacksFile };
  return { kind: 'provider', file, contents: checked(file, contents, 'provider') as CatalogueFile };
}

function readPlans(documents: readonly SourceDocument[], modelKeys: ReadonlySet<string>): PlansFile {
  const [first, second] = documents.filter(({ kind }) => kind === 'plans');
  if (!first) throw new Error(`catalogue/${PLANS_FILE} is missing`);
  if (second) throw new Error(`catalogue/${second.file}: there are plans in catalogue/${first.file} too`);
  const contents = first.contents as PlansFile;
  const { default: defaultPlan, plans } = contents;
  const keys = plans.map(({ key }) => key);
  const twice = keys.find((key, place) => keys.indexOf(key) < place);
  if (twice !== undefined) throw new Error(`catalogue/plans.yaml: the plan ${twice} exists twice`);
  if (!keys.includes(defaultPlan))
    throw new Error(`catalogue/plans.yaml: the default plan ${defaultPlan} is not among the plans`);
  if (plans.some(({ key, enabled }) => key === defaultPlan && enabled === false))
    throw new Error(`catalogue/plans.yaml: the default plan ${defaultPlan} must be enabled`);
  if (plans.some(({ key, price }) => key === defaultPlan && price !== undefined))
    throw new Error(`catalogue/plans.yaml: the default plan ${defaultPlan} must have no price`);
  for (const { key, models = [] } of plans) {
    const unknown = models.find((modelKey) => !modelKeys.has(modelKey));
    if (unknown !== undefined)
      throw new Error(`catalogue/plans.yaml: the plan ${key} has the unknown model ${unknown}`);
  }
  return contents;
}

/** A catalogue without packs sells none. */
function readPacks(documents: readonly SourceDocument[]): Pack[] {
  const [first, second] = documents.filter(({ kind }) => kind === 'packs');
  if (!first) return [];
  if (second) throw new Error(`catalogue/${second.file}: there are packs in catalogue/${first.file} too`);
  const { packs } = first.contents as PacksFile;
  const ids = packs.map(({ id }) => id);
  const twice = ids.find((id, place) => ids.indexOf(id) < place);
  if (twice !== undefined) throw new Error(`catalogue/packs.yaml: the pack ${twice} exists twice`);
  return packs;
}

type Properties = Record<string, { enum?: unknown[] }>;

function readModels({ provider, models }: CatalogueFile): CatalogueModel[] {
  return models
    .filter(({ needs }) => needs?.package === undefined || isInstalled(needs.package))
    .map(({ input, needs, model, options, routes, enabled: _enabled, ...rest }) => {
      const written = routes ?? [{ provider, model: model!, options }];
      const [preferred, ...others] = written.map((route) => ({
        ...{ provider: route.provider, model: route.model },
        options: route.options ?? {},
      }));
      return {
        ...rest,
        ...preferred!,
        routes: [preferred!, ...others],
        inputSchema: {
          type: 'object',
          ...input,
          properties: withoutMissingValues(input.properties as Properties, needs?.values ?? {}),
          additionalProperties: false,
        },
      };
    });
}

function withoutMissingValues(properties: Properties, needed: NonNullable<Needs['values']>): Properties {
  const missing = (field: string, value: unknown) => {
    const name = needed[field]?.[String(value)];
    return name !== undefined && !isInstalled(name);
  };
  const entries = Object.entries(properties).map(([field, schema]) => [
    field,
    schema.enum ? { ...schema, enum: schema.enum.filter((value) => !missing(field, value)) } : schema,
  ]);
  return Object.fromEntries(entries) as Properties;
}

/** Resolves the package as Node does but without loading it. */
function isInstalled(name: string): boolean {
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at)) {
    if (existsSync(join(at, 'node_modules', name, 'package.json'))) return true;
    if (dirname(at) === at) return false;
  }
}

function checked(file: string, contents: unknown, kind: SourceDocument['kind']): unknown {
  const check = checkOf(kind);
  if (check(contents)) return contents;
  const problems = [...new Set((check.errors ?? []).map(describe))];
  throw new Error(`catalogue/${file}: ${problems.join('; ')}`);
}

/** Names the place, and the values that are allowed or the field that is not. */
function describe({ instancePath, message, params }: ErrorObject): string {
  const { allowedValues, additionalProperty } = params as {
    allowedValues?: unknown[];
    additionalProperty?: string;
  };
  const allowed = allowedValues ? `must be one of ${allowedValues.join(', ')}` : message;
  const field = additionalProperty === undefined ? '' : `: ${additionalProperty}`;
  return `${instancePath || '/'} ${allowed}${field}`;
}

function reasonOf(error: unknown): string {
  const { reason, mark } = error as { reason?: string; mark?: { line: number } };
  if (reason !== undefined && mark) return `line ${mark.line + 1}: ${reason}`;
  return String(error instanceof Error ? error.message : error).split('\n', 1)[0]!;
}

function readText(directory: string, file: string): string {
  try {
    return readTextFile(join(directory, file));
  } catch (error) {
    const reason = error instanceof TextFileError ? ` ${error.message}` : `: ${reasonOf(error)}`;
    throw new Error(`catalogue/${file}${reason}`, { cause: error });
  }
}

/** Returns each document of the file; an empty one is a document too. */
function parseYaml(file: string, text: string): unknown[] {
  try {
    const documents = parse(text);
    return documents.length === 0 ? [undefined] : documents;
  } catch (error) {
    throw new Error(`catalogue/${file}: ${reasonOf(error)}`, { cause: error });
  }
}
