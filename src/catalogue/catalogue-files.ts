/** Reads and checks `catalogue/*.yaml`. What is wrong stops the boot and says in which file and where. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { CATALOGUE_FILE_SCHEMA, PLANS_FILE_SCHEMA } from './catalogue.schema.js';
import type { CatalogueModel } from './catalogue-model.js';

export interface Plan {
  key: string;
  title: string;
  description?: string;
}

export interface CatalogueContents {
  models: CatalogueModel[];
  plans: Plan[];
  defaultPlan: string;
}

const ajv = new Ajv2020({ allErrors: true, multipleOfPrecision: 6 });
const checkCatalogue = ajv.compile(CATALOGUE_FILE_SCHEMA);
const checkPlans = ajv.compile(PLANS_FILE_SCHEMA);

export function readCatalogue(directory: string): CatalogueContents {
  const models: CatalogueModel[] = [];
  for (const file of readdirSync(directory).sort()) {
    if (!file.endsWith('.yaml') || file === 'plans.yaml') continue;
    models.push(...readModels(directory, file));
  }
  const seen = new Set<string>();
  for (const { modelKey, provider } of models) {
    if (seen.has(modelKey)) throw new Error(`catalogue/${provider}.yaml: modelKey ${modelKey} exists twice`);
    seen.add(modelKey);
  }
  const plans = readYaml(directory, 'plans.yaml', checkPlans) as { default: string; plans: Plan[] };
  if (!plans.plans.some((plan) => plan.key === plans.default)) {
    throw new Error(`catalogue/plans.yaml: the default plan ${plans.default} is not among the plans`);
  }
  return { models, plans: plans.plans, defaultPlan: plans.default };
}

type Properties = Record<string, { enum?: unknown[] }>;

interface CatalogueFile {
  provider: string;
  models: (Omit<CatalogueModel, 'provider' | 'inputSchema' | 'options'> & {
    input: { properties: Properties };
    options?: Record<string, unknown>;
    needs?: Needs;
  })[];
}

/** Optional npm packages: without `package` the model is not on offer, without a value's package that value is not. */
interface Needs {
  package?: string;
  /** field → value → package */
  values?: Record<string, Record<string, string>>;
}

function readModels(directory: string, file: string): CatalogueModel[] {
  const { provider, models } = readYaml(directory, file, checkCatalogue) as CatalogueFile;
  return models
    .filter(({ needs }) => needs?.package === undefined || isInstalled(needs.package))
    .map(({ input, options, needs, ...model }) => ({
      ...model,
      provider,
      options: options ?? {},
      inputSchema: {
        type: 'object',
        ...input,
        properties: withoutMissing(input.properties, needs?.values ?? {}),
        additionalProperties: false,
      },
    }));
}

function withoutMissing(properties: Properties, needed: NonNullable<Needs['values']>): Properties {
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

/** Looked up as Node would, without loading it. */
function isInstalled(name: string): boolean {
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at)) {
    if (existsSync(join(at, 'node_modules', name, 'package.json'))) return true;
    if (dirname(at) === at) return false;
  }
}

function readYaml(directory: string, file: string, check: ReturnType<typeof ajv.compile>): unknown {
  const contents: unknown = parse(readFileSync(join(directory, file), 'utf8'));
  if (check(contents)) return contents;
  const problems = (check.errors ?? []).map((error) => `${error.instancePath || '/'} ${error.message}`);
  throw new Error(`catalogue/${file}: ${problems.join('; ')}`);
}
