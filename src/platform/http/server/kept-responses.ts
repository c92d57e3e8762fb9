/**
 * Repeats a response that is the same for every caller, without Express and Nest: the list of models costs a third of what it costs with
 * them. A response is kept by its URL after the framework has sent it, so its guards, its validation and its handler have run for that URL.
 * The observers run for these too: request id, log, metrics, drain.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import { combineObservers, type RequestObserver } from './every-request.js';
import { sendKept, type SerializedJson } from './kept-bytes.js';

/** Other URLs go through the framework. */
export const MAX_KEPT = 100;
/** Longer URLs are not kept: one can have a query that the handler ignores. */
const MAX_URL_LENGTH = 200;

interface KeptResponse {
  readonly body: SerializedJson;
  /** Metrics read the template of Express's route. */
  readonly route: unknown;
  readonly params: Request['params'];
}

export class KeptResponses {
  private readonly byUrl = new Map<string, KeptResponse>();
  private observe = combineObservers([]);

  constructor(private readonly maxKept: number) {}

  setObservers(observers: readonly RequestObserver[]): void {
    this.observe = combineObservers(observers);
  }

  /** Keeps no response whose headers depend on the request. */
  keep(response: Response, body: SerializedJson): void {
    const request: Request = response.req;
    const url = request.originalUrl;
    const route: unknown = request.route;
    if (request.method !== 'GET' || response.statusCode !== 200 || response.hasHeader('Vary')) return;
    if (url.length > MAX_URL_LENGTH || this.byUrl.size >= this.maxKept) return;
    this.byUrl.set(url, { body, route, params: request.params });
  }

  /** @param incoming a GET. @returns false when there is no kept response for it. */
  send(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    if (incoming.url === undefined) return false;
    const kept = this.byUrl.get(incoming.url);
    if (kept === undefined || hasBody(incoming)) return false;
    if (kept.body.isRetired) {
      this.byUrl.delete(incoming.url);
      return false;
    }
    // `FastExpressAdapter` creates both with Express's prototypes.
    const request = incoming as Request;
    const response = outgoing as Response;
    request.originalUrl = incoming.url;
    request.route = kept.route;
    request.params = kept.params;
    request.res = response;
    this.observe(request, response);
    sendKept(response, kept.body);
    return true;
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
