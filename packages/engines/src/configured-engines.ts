import { ADAPTERS, type Adapters } from './adapters.js';
import type { EngineSettings, ReadFile } from './engine-settings.js';
import type { EngineDefinition } from './model.js';
import type { Provider } from './provider.js';

/** What engines are created with beside their settings. */
export interface EngineParts {
  /** Default: those of this package. */
  adapters?: Adapters;
  /** Reads a file beside a catalogue file. Default: any file in UTF-8. */
  readFile?: ReadFile;
}

/** @param variable reads a setting. @throws Error naming the file whose adapter does not exist or rejects its options. */
export async function configuredEngines(
  engines: readonly EngineDefinition[],
  variable: (name: string) => string | null,
  { adapters = ADAPTERS, readFile }: EngineParts = {},
): Promise<Provider[]> {
  const made: Provider[] = [];
  for (const engine of engines) {
    const load = Object.hasOwn(adapters, engine.adapter) ? adapters[engine.adapter] : undefined;
    if (!load)
      throw new Error(
        `catalogue/${engine.name}.yaml: there is no adapter named ${engine.adapter}, but ${Object.keys(adapters).join(', ')}`,
      );
    const settings = readSettings(engine, variable);
    if (settings) made.push(new (await load())({ ...settings, readFile }));
  }
  return made;
}

/** Returns a sentence for each engine whose adapter does not exist, or whose address or options are wrong. */
export async function findEngineProblems(
  engines: readonly EngineDefinition[],
  variable: (name: string) => string | null,
  parts?: EngineParts,
): Promise<string[]> {
  const problems: string[] = [];
  for (const engine of engines) {
    try {
      await configuredEngines([engine], variable, parts);
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  return problems;
}

/** @returns null when the address or a required secret is missing: the engine is not configured. */
export function readSettings(
  { name, definition, directory }: EngineDefinition,
  variable: (name: string) => string | null,
): EngineSettings | null {
  const { adapter: _adapter, url: writtenUrl, secret: writtenSecret, ...rest } = definition;
  if (missingSettings({ definition }, variable).length > 0) return null;
  const url = resolve(writtenUrl, variable) as string;
  const { from } = (writtenSecret ?? {}) as WrittenSecret;
  const secret = from === undefined ? null : variable(from);
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new Error(
      `${isAddressSetting(writtenUrl) ? `${writtenUrl.from}, ` : ''}the address of the engine ${name} must be an http or https URL`,
    );
  const options = resolve(rest, variable) as Record<string, unknown>;
  return {
    name,
    url: url.replace(/\/+$/, ''),
    secret,
    options: { ...options, catalogueDirectory: directory },
  };
}

const isAddressSetting = (url: unknown): url is Reference =>
  typeof url === 'object' && url !== null && isReference(url);

interface WrittenSecret {
  from?: string;
  optional?: boolean;
}

/** Lists the variables that must be set before the engine counts as configured, for the operator. */
export function missingSettings(
  { definition: { url, secret, auth } }: Pick<EngineDefinition, 'definition'>,
  variable: (name: string) => string | null,
): string[] {
  const { from, optional } = (secret ?? {}) as WrittenSecret;
  const address = typeof url === 'object' && url !== null && isReference(url) ? url : null;
  return [
    ...(address && (variable(address.from) ?? address.default ?? '') === '' ? [address.from] : []),
    ...(from !== undefined && !optional && variable(from) === null ? [from] : []),
    ...referencesIn(auth)
      .filter(({ from, default: written }) => (variable(from) ?? written ?? '') === '')
      .map(({ from }) => from),
  ];
}

/** Lists the `{from: VARIABLE, default}` at any depth. */
function referencesIn(written: unknown): Reference[] {
  if (typeof written !== 'object' || written === null) return [];
  return isReference(written) ? [written] : Object.values(written).flatMap(referencesIn);
}

/** Replaces `{from: VARIABLE, default}` at any depth by its setting. Omits an unset one without a default. */
function resolve(written: unknown, variable: (name: string) => string | null): unknown {
  if (Array.isArray(written)) return written.map((item) => resolve(item, variable));
  if (typeof written !== 'object' || written === null) return written;
  if (isReference(written)) return variable(written.from) ?? written.default;
  const entries = Object.entries(written).map(([key, value]) => [key, resolve(value, variable)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

interface Reference {
  from: string;
  default?: unknown;
}

function isReference(value: object): value is Reference {
  return (
    'from' in value &&
    typeof value.from === 'string' &&
    Object.keys(value).every((key) => key === 'from' || key === 'default')
  );
}
