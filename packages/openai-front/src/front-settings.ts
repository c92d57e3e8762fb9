/** The settings of the extension, from the `OPENAI_FRONT_…` variables or written in code, validated at the start. */
import { type CatalogueModel, ConfigError } from 'offprint';
import { type Alias, type Aliases, checkAliases, type ReadAliases } from './alias.js';
import { problemsWith } from './alias-models.js';
import { readAliases } from './written-aliases.js';

/** What an operator decides about the routes. */
export interface FrontSettings {
  /**
   * Names that callers may use for models, such as `{ 'gpt-image-1': 'embedded-image' }`; with a model per use, voices and parameters
   * to drop where one model is not enough. Default: none.
   */
  aliases?: Aliases;
  /** Whether pages of `CORS_ORIGINS` may call the routes: their keys are in browsers then. Default: false. */
  isCrossOrigin?: boolean;
  /** Images of one request: 1 to 10. Each is a prediction of its own. Default: 10. */
  maxImages?: number;
  /** Seconds that a request waits for images or speech: 1 to 3600. Default: 540, less than the clients' own 600. */
  waitSeconds?: number;
}

/** Valid settings with their defaults. */
export interface ResolvedSettings extends Required<FrontSettings> {
  aliases: Readonly<Record<string, Alias>>;
}

/** The token of the settings, for Nest. */
export const FRONT_SETTINGS = Symbol('the settings of the OpenAI-compatible routes');

/**
 * Reads the `OPENAI_FRONT_…` variables. @param variable returns a variable, or null when it is unset.
 * @param models of the catalogue, where it is read already: what is wrong beside them is named too.
 * @throws {ConfigError} naming every wrong one.
 */
export function readSettings(
  variable: (name: string) => string | null,
  models?: readonly CatalogueModel[],
): ResolvedSettings {
  const number = (name: string) => {
    const written = variable(`OPENAI_FRONT_${name}`);
    return written === null ? undefined : Number(written);
  };
  const crossOrigin = variable('OPENAI_FRONT_CORS') ?? 'false';
  const { aliases, problems } = readAliases(variable('OPENAI_FRONT_ALIASES'));
  const byKey = models && new Map(models.map((model) => [model.modelKey, model]));
  const all = [...problems, ...(byKey ? problemsWith(aliases, byKey) : [])];
  return resolve(
    { aliases, problems: all },
    {
      isCrossOrigin: BOOLEANS[crossOrigin],
      maxImages: number('MAX_IMAGES'),
      waitSeconds: number('WAIT_SECONDS'),
    },
  );
}

/** `undefined` as a value is a wrong one. */
const BOOLEANS: Readonly<Record<string, boolean | undefined>> = { true: true, false: false };

/** Validates settings and adds the defaults. @throws {ConfigError} naming every wrong one. */
export function resolveSettings({
  aliases = {},
  isCrossOrigin = false,
  ...given
}: FrontSettings): ResolvedSettings {
  return resolve(checkAliases(aliases), { isCrossOrigin, ...given });
}

interface Given {
  isCrossOrigin: boolean | undefined;
  maxImages?: number | undefined;
  waitSeconds?: number | undefined;
}

function resolve(
  { aliases, problems: wrong }: ReadAliases,
  { isCrossOrigin, maxImages = 10, waitSeconds = 540 }: Given,
): ResolvedSettings {
  const problems = [
    ...wrong.map((problem) => `OPENAI_FRONT_ALIASES ${problem}`),
    typeof isCrossOrigin === 'boolean' ? null : 'OPENAI_FRONT_CORS must be true or false',
    isWithin(maxImages, 10) ? null : 'OPENAI_FRONT_MAX_IMAGES must be a whole number from 1 to 10',
    isWithin(waitSeconds, 3600) ? null : 'OPENAI_FRONT_WAIT_SECONDS must be a whole number from 1 to 3600',
  ].filter((problem) => problem !== null);
  if (problems.length > 0) throw new ConfigError(problems);
  return { aliases, isCrossOrigin: isCrossOrigin === true, maxImages, waitSeconds };
}

const isWithin = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most;
