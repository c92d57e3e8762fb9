/** Counts the requests of a page that have no answer yet. */
import type { Page, Request } from 'playwright-core';

/** They stay open for as long as the page shows them. */
const LASTING = ['eventsource', 'media', 'websocket'];

const unanswered = new WeakMap<Page, Set<Request>>();

export function watchRequests(page: Page): void {
  const requests = new Set<Request>();
  unanswered.set(page, requests);
  page.on('request', (request) => {
    if (!LASTING.includes(request.resourceType())) requests.add(request);
  });
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
}

export const isLoading = (page: Page): boolean => (unanswered.get(page)?.size ?? 0) > 0;
