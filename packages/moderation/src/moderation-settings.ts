/** The settings of the moderation, from the `MODERATION_…` variables or written in code, validated before the first request. */
import { ConfigError } from 'offprint';

/** What happens to requests while the endpoint fails: `closed` rejects them with 503, `open` allows them without its review. */
export const FAILURE_MODES = ['closed', 'open'] as const;

/** Which reviews there are. At least one of `lists` and `url` is needed; the lists are first. */
export interface ModerationSettings {
  /** Path of the YAML file with the word lists. Default: none. */
  lists?: string;
  /** URL of an OpenAI-compatible API, such as `https://api.openai.com/v1`; `/moderations` is appended. Default: none. */
  url?: string;
  /** Sent to the endpoint as a bearer token. It is a secret. */
  apiKey?: string;
  /** Default: `omni-moderation-latest`. */
  model?: string;
  /**
   * The categories of the endpoint that reject a request, each with the score from which it does, or null: when its flag is set.
   * Default: every request that the endpoint flags is rejected.
   */
  categories?: Readonly<Record<string, number | null>>;
  /** Default: `closed`. */
  onFailure?: (typeof FAILURE_MODES)[number];
  /** Of a review by the endpoint, waiting included. Default: 5. */
  timeoutSeconds?: number;
  /** Reviews by the endpoint at once in a process; an account gets at most a quarter. Default: 32. */
  concurrency?: number;
}

/** Valid settings with their defaults. */
export interface ResolvedSettings extends ModerationSettings {
  model: string;
  onFailure: (typeof FAILURE_MODES)[number];
  timeoutSeconds: number;
  concurrency: number;
}

/** Characters of an HTTP header value without spaces. */
const API_KEY = /^[\x21-\x7e]{1,4096}$/;
const NAME = /^[\x21-\x7e]{1,200}$/;

/**
 * Reads the `MODERATION_…` variables. @param variable returns a variable, or null when it is unset.
 * @throws {ConfigError} naming every wrong one, without values.
 */
export function readSettings(variable: (name: string) => string | null): ResolvedSettings {
  const text = (name: string) => variable(`MODERATION_${name}`) ?? undefined;
  const number = (name: string) => {
    const written = text(name);
    return written === undefined ? undefined : Number(written);
  };
  return resolveSettings({
    lists: text('LISTS'),
    url: text('URL'),
    apiKey: text('API_KEY'),
    model: text('MODEL'),
    categories: readCategories(text('CATEGORIES')),
    onFailure: text('ON_FAILURE') as ModerationSettings['onFailure'],
    timeoutSeconds: number('TIMEOUT_SECONDS'),
    concurrency: number('CONCURRENCY'),
  });
}

/** Reads `hate,violence=0.7`. A value that is no number becomes NaN, which `resolveSettings` rejects. */
function readCategories(written: string | undefined): Record<string, number | null> | undefined {
  if (written === undefined) return undefined;
  const entries = written.split(',').map((part): [string, number | null] => {
    const [name = '', ...score] = part.split('=').map((side) => side.trim());
    if (score.length === 0) return [name, null];
    return [name, score.length === 1 && score[0] !== '' ? Number(score[0]) : NaN];
  });
  return Object.fromEntries(entries);
}

/** Validates settings and adds the defaults. @throws {ConfigError} naming every wrong one, without values. */
export function resolveSettings(given: ModerationSettings): ResolvedSettings {
  const settings: ResolvedSettings = {
    ...given,
    url: given.url?.replace(/\/+$/, ''),
    model: given.model ?? 'omni-moderation-latest',
    onFailure: given.onFailure ?? 'closed',
    timeoutSeconds: given.timeoutSeconds ?? 5,
    concurrency: given.concurrency ?? 32,
  };
  const problems = problemsOf(settings);
  if (problems.length > 0) throw new ConfigError(problems);
  return settings;
}

function problemsOf(settings: ResolvedSettings): string[] {
  const { lists, url, apiKey, model, categories, onFailure, timeoutSeconds, concurrency } = settings;
  const problems = [
    lists === undefined && url === undefined ? 'MODERATION_LISTS or MODERATION_URL must be set' : null,
    isApiUrl(url) ? null : 'MODERATION_URL must be an http or https URL without credentials and query',
    url !== undefined || (apiKey === undefined && categories === undefined)
      ? null
      : 'MODERATION_API_KEY and MODERATION_CATEGORIES need MODERATION_URL',
    apiKey === undefined || API_KEY.test(apiKey)
      ? null
      : 'MODERATION_API_KEY must have printable characters without spaces',
    NAME.test(model) ? null : 'MODERATION_MODEL must be the name of a model',
    areCategories(categories)
      ? null
      : 'MODERATION_CATEGORIES must list categories as name or name=score, with scores from 0 to 1',
    FAILURE_MODES.includes(onFailure) ? null : 'MODERATION_ON_FAILURE must be closed or open',
    timeoutSeconds >= 0.1 && timeoutSeconds <= 60
      ? null
      : 'MODERATION_TIMEOUT_SECONDS must be a number from 0.1 to 60',
    Number.isInteger(concurrency) && concurrency >= 1 && concurrency <= 1000
      ? null
      : 'MODERATION_CONCURRENCY must be a whole number from 1 to 1000',
  ];
  return problems.filter((problem) => problem !== null);
}

function areCategories(categories: ModerationSettings['categories']): boolean {
  if (categories === undefined) return true;
  const entries = Object.entries(categories);
  return (
    entries.length > 0 &&
    entries.every(([name, score]) => NAME.test(name) && (score === null || (score >= 0 && score <= 1)))
  );
}

function isApiUrl(text: string | undefined): boolean {
  if (text === undefined) return true;
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && search + hash + username + password === '';
}
