/** Reads and checks `catalogue/*.yaml`. A mistake stops the boot with the file and the place. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { load as parse } from 'js-yaml';
import { CATALOGUE_FILE_SCHEMA, PACKS_FILE_SCHEMA, PLANS_FILE_SCHEMA } from './catalogue.schema.js';
import type { CatalogueModel, EngineDefinition, EngineLimits, Route } from './catalogue-model.js';
import { type Plan, Plans } from './plans.js';

/** A pack of credits that is for sale, as `catalogue/packs.yaml` describes it. */
export interface Pack {
  id: string;
  title: string;
  description?: string;
  /** At most 3 decimals. */
  credits: number;
  /** Taxes included. `amount` in minor units of the currency (ISO 4217). */
  price: { amount: number; currency: string };
}

export interface CatalogueContents {
  models: CatalogueModel[];
  engines: EngineDefinition[];
  /** Keyed by provider. */
  limits: Map<string, EngineLimits>;
  plans: Plans;
  packs: Pack[];
}

const ajv = new Ajv2020({ allErrors: true, multipleOfPrecision: 6, validateSchema: false });
const checkCatalogue = ajv.compile(CATALOGUE_FILE_SCHEMA);
const checkPlans = ajv.compile(PLANS_FILE_SCHEMA);
const checkPacks = ajv.compile(PACKS_FILE_SCHEMA);

/** Files that describe no provider. */
const OTHER_FILES = new Set(['plans.yaml', 'packs.yaml']);

export function readCatalogue(directory: string): CatalogueContents {
  const models: CatalogueModel[] = [];
  const engines: EngineDefinition[] = [];
  const limits = new Map<string, EngineLimits>();
  for (const file of readdirSync(directory).sort()) {
    if (!file.endsWith('.yaml') || OTHER_FILES.has(file)) continue;
    const contents = readYaml(directory, file, checkCatalogue) as CatalogueFile;
    const { provider, engine } = contents;
    models.push(...readModels(contents));
    if (contents.limits) limits.set(provider, contents.limits);
    if (engine) engines.push({ name: provider, adapter: engine.adapter, definition: engine, directory });
  }
  const seen = new Set<string>();
  for (const { modelKey, provider } of models) {
    if (seen.has(modelKey)) throw new Error(`catalogue/${provider}.yaml: modelKey ${modelKey} exists twice`);
    seen.add(modelKey);
  }
  return { models, engines, limits, plans: readPlans(directory, seen), packs: readPacks(directory) };
}

function readPlans(directory: string, modelKeys: ReadonlySet<string>): Plans {
  const { default: defaultPlan, plans } = readYaml(directory, 'plans.yaml', checkPlans) as PlansFile;
  const keys = plans.map(({ key }) => key);
  const twice = keys.find((key, place) => keys.indexOf(key) < place);
  if (twice !== undefined) throw new Error(`catalogue/plans.yaml: the plan ${twice} exists twice`);
  if (!keys.includes(defaultPlan))
    throw new Error(`catalogue/plans.yaml: the default plan ${defaultPlan} is not among the plans`);
  for (const { key, models = [] } of plans) {
    const unknown = models.find((modelKey) => !modelKeys.has(modelKey));
    if (unknown !== undefined)
      throw new Error(`catalogue/plans.yaml: the plan ${key} has the unknown model ${unknown}`);
  }
  return new Plans(plans, defaultPlan);
}

/** A catalogue without the file sells nothing. */
function readPacks(directory: string): Pack[] {
  if (!existsSync(join(directory, 'packs.yaml'))) return [];
  const { packs } = readYaml(directory, 'packs.yaml', checkPacks) as { packs: Pack[] };
  const ids = packs.map(({ id }) => id);
  const twice = ids.find((id, place) => ids.indexOf(id) < place);
  if (twice !== undefined) throw new Error(`catalogue/packs.yaml: the pack ${twice} exists twice`);
  return packs;
}

interface PlansFile {
  default: string;
  plans: Plan[];
}

type Properties = Record<string, { enum?: unknown[] }>;

type WrittenRoute = Omit<Route, 'options'> & { options?: Record<string, unknown> };

type WrittenModel = Omit<CatalogueModel, keyof Route | 'routes' | 'inputSchema'> & {
  input: { properties: Properties };
  needs?: Needs;
  /** Either at the engine of this file… */
  model?: string;
  options?: Record<string, unknown>;
  /** …or at these engines. */
  routes?: WrittenRoute[];
};

interface CatalogueFile {
  provider: string;
  engine?: { adapter: string } & Record<string, unknown>;
  limits?: EngineLimits;
  models: WrittenModel[];
}

/** Optional npm packages. Without `package` the model is not offered; without a value's package that value is not. */
interface Needs {
  package?: string;
  /** field → value → package */
  values?: Record<string, Record<string, string>>;
}

function readModels({ provider, models }: CatalogueFile): CatalogueModel[] {
  return models
    .filter(({ needs }) => needs?.package === undefined || isInstalled(needs.package))
    .map(({ input, needs, model, options, routes, ...rest }) => {
      const written = routes ?? [{ provider, model: model!, options }];
      const [preferred, ...others] = written.map((route) => ({ ...route, options: route.options ?? {} }));
      return {
        ...rest,
        ...preferred!,
        routes: [preferred!, ...others],
        inputSchema: {
          type: 'object',
          ...input,
          properties: withoutMissingValues(input.properties, needs?.values ?? {}),
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

/** Whether a package is installed, resolved as Node does but without loading it. */
function isInstalled(name: string): boolean {
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at)) {
    if (existsSync(join(at, 'node_modules', name, 'package.json'))) return true;
    if (dirname(at) === at) return false;
  }
}

function readYaml(directory: string, file: string, check: ReturnType<typeof ajv.compile>): unknown {
  const contents = parseYaml(directory, file);
  if (check(contents)) return contents;
  const problems = (check.errors ?? []).map((error) => `${error.instancePath || '/'} ${error.message}`);
  throw new Error(`catalogue/${file}: ${problems.join('; ')}`);
}

function parseYaml(directory: string, file: string): unknown {
  try {
    return parse(readFileSync(join(directory, file), 'utf8'));
  } catch (error) {
    throw new Error(`catalogue/${file}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
