/**
 * Client of an OpenAI-compatible moderation endpoint: `POST {url}/moderations` with `{model, input: [texts]}`, answered with
 * `{results: [{flagged, categories, category_scores}]}`, a result per text. A response that does not have this form is a failure.
 */
import type { ResolvedSettings } from './moderation-settings.js';

/** Why a review failed. Messages contain nothing of the request, the response or the key. */
export class ReviewFailure extends Error {
  /** @param isOfRequest the endpoint works and does not accept this request. */
  constructor(
    message: string,
    readonly isOfRequest = false,
  ) {
    super(message);
  }
}

interface Result {
  flagged?: unknown;
  categories?: Record<string, unknown>;
  category_scores?: Record<string, unknown>;
}

const MAX_RESPONSE_BYTES = 1024 * 1024;
/** Statuses that mean that the request is at fault: too long, not processable. */
const OF_REQUEST = [400, 413, 422];
const ATTEMPTS = 2;
/** Categories in the log. */
const MOST_NAMED = 5;

export class ModerationEndpoint {
  constructor(private readonly settings: ResolvedSettings) {}

  /**
   * Returns the categories for which the texts are rejected; none: they are allowed.
   * @throws {ReviewFailure} when the endpoint does not answer as documented, or before `signal` aborts.
   */
  async review(texts: readonly string[], signal: AbortSignal): Promise<string[]> {
    const { status, text } = await this.send(texts, signal);
    if (status !== 200)
      throw new ReviewFailure(`the endpoint responds with ${status}`, OF_REQUEST.includes(status));
    const results = resultsIn(text);
    if (results?.length !== texts.length) throw new ReviewFailure('the response has not one result per text');
    return [...new Set(results.flatMap((result) => this.categoriesOf(result)))].slice(0, MOST_NAMED);
  }

  private async send(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<{ status: number; text: string }> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.post(texts, signal);
      } catch (error) {
        if (error instanceof ReviewFailure) throw error;
        if (signal.aborted) throw new ReviewFailure('the endpoint does not respond in time');
        // An idle connection that the server has just closed fails once.
        if (attempt === ATTEMPTS) throw new ReviewFailure(reasonOf(error));
      }
    }
  }

  private async post(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<{ status: number; text: string }> {
    const { url, apiKey, model } = this.settings;
    const response = await fetch(`${url}/moderations`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model, input: texts }),
      // A redirect would take the texts and the key elsewhere.
      redirect: 'manual',
      signal,
    });
    if (response.status === 200) return { status: 200, text: await readBody(response) };
    await response.body?.cancel();
    return { status: response.status, text: '' };
  }

  private categoriesOf({ flagged, categories, category_scores: scores }: Result): string[] {
    const chosen = this.settings.categories;
    if (!chosen) {
      if (typeof flagged !== 'boolean') throw new ReviewFailure('a result of the response has no flag');
      return flagged ? namesOf(categories) : [];
    }
    return Object.entries(chosen)
      .filter(([name, least]) => isReached(least === null ? categories?.[name] : scores?.[name], least))
      .map(([name]) => name);
  }
}

/** Returns whether a category rejects. @param found its flag when `least` is null, else its score. */
function isReached(found: unknown, least: number | null): boolean {
  if (typeof found !== (least === null ? 'boolean' : 'number'))
    throw new ReviewFailure('a result of the response lacks a category of MODERATION_CATEGORIES');
  return least === null ? found === true : (found as number) >= least;
}

/** Returns the flagged categories for the log; names as the endpoint writes them, if they are names. */
function namesOf(categories: Result['categories']): string[] {
  const names = Object.entries(categories ?? {}).flatMap(([name, isFlagged]) =>
    isFlagged === true ? [name] : [],
  );
  const printable = names.filter((name) => /^[\w/.-]{1,60}$/.test(name));
  return printable.length > 0 ? printable : ['flagged'];
}

function resultsIn(text: string): Result[] | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ReviewFailure('the response is not JSON');
  }
  const results = (body as { results?: unknown } | null)?.results;
  const areResults =
    Array.isArray(results) && results.every((one) => typeof one === 'object' && one !== null);
  return areResults ? (results as Result[]) : null;
}

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > MAX_RESPONSE_BYTES) throw new ReviewFailure('the response is larger than 1 MiB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns the code of a failed connection, such as ECONNREFUSED. */
function reasonOf(error: unknown): string {
  const { code } = ((error as Error).cause ?? {}) as { code?: unknown };
  return `the endpoint cannot be reached${typeof code === 'string' ? ` (${code})` : ''}`;
}
