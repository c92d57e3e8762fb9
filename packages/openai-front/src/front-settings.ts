/** The settings of the extension, from the `OPENAI_FRONT_…` variables or written in code, validated at the start. */
import { ConfigError } from 'offprint';

/** What an operator decides about the routes. */
export interface FrontSettings {
  /** Names that callers may use for models, such as `{ 'gpt-image-1': 'embedded-image' }`. Default: none. */
  aliases?: Readonly<Record<string, string>>;
  /** Images of one request: 1 to 10. Each is a prediction of its own. Default: 4. */
  maxImages?: number;
  /** Seconds that a request waits for images or speech: 1 to 3600. Default: 540, less than the clients' own 600. */
  waitSeconds?: number;
}

/** Valid settings with their defaults. */
export type ResolvedSettings = Required<FrontSettings>;

/** The token of the settings, for Nest. */
export const FRONT_SETTINGS = Symbol('the settings of the OpenAI-compatible routes');

/** A name as it stands in a URL: `GET /v1/models/{name}`. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/;

/**
 * Reads the `OPENAI_FRONT_…` variables. @param variable returns a variable, or null when it is unset.
 * @throws {ConfigError} naming every wrong one.
 */
export function readSettings(variable: (name: string) => string | null): ResolvedSettings {
  const number = (name: string) => {
    const written = variable(`OPENAI_FRONT_${name}`);
    return written === null ? undefined : Number(written);
  };
  return resolveSettings({
    aliases: readAliases(variable('OPENAI_FRONT_ALIASES')),
    maxImages: number('MAX_IMAGES'),
    waitSeconds: number('WAIT_SECONDS'),
  });
}

/** Reads `gpt-image-1=embedded-image,tts-1=embedded-speech`. @throws {ConfigError} for a name that stands there twice. */
function readAliases(written: string | null): Record<string, string> {
  const aliases: Record<string, string> = {};
  for (const part of written?.split(',') ?? []) {
    const [name = '', ...target] = part.split('=').map((side) => side.trim());
    if (Object.hasOwn(aliases, name)) throw new ConfigError([`OPENAI_FRONT_ALIASES names ${name} twice`]);
    aliases[name] = target.join('=');
  }
  return aliases;
}

/** Validates settings and adds the defaults. @throws {ConfigError} naming every wrong one. */
export function resolveSettings(given: FrontSettings): ResolvedSettings {
  const { aliases = {}, maxImages = 4, waitSeconds = 540 } = given;
  const areAliases = Object.entries(aliases).every(([name, key]) => NAME.test(name) && NAME.test(key));
  const problems = [
    areAliases ? null : 'OPENAI_FRONT_ALIASES must list aliases as name=modelKey',
    isWithin(maxImages, 10) ? null : 'OPENAI_FRONT_MAX_IMAGES must be a whole number from 1 to 10',
    isWithin(waitSeconds, 3600) ? null : 'OPENAI_FRONT_WAIT_SECONDS must be a whole number from 1 to 3600',
  ].filter((problem) => problem !== null);
  if (problems.length > 0) throw new ConfigError(problems);
  return { aliases, maxImages, waitSeconds };
}

const isWithin = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most;
