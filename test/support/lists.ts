/** Tests that every list shares: pages without repeats or gaps, newest first, and cursors that cannot be forged. */
import type { TestApp } from './app.js';
import { type Answer, call, type Json } from './client.js';
import { fieldsOf, refusal } from './refusals.js';

/** Reads all pages of a list. */
export async function pagesOf(app: TestApp, token: string, path: string, limit: number): Promise<Json[][]> {
  const pages: Json[][] = [];
  let cursor: string | null = null;
  do {
    const query: string = `${path.includes('?') ? '&' : '?'}limit=${limit}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
    const { status, body }: Answer = await call(app.base, 'GET', `${path}${query}`, { token });
    expect(status).toBe(200);
    pages.push(body.items);
    cursor = body.nextCursor;
  } while (cursor !== null);
  return pages;
}

/** Tests 400 for a list's parameters. `token` returns a key that may read the list. */
export function itRejectsInvalidPages(app: () => TestApp, path: string, token: () => Promise<string>): void {
  describe('400 for invalid page parameters', () => {
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    it.each([
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['limit=-1', 'limit'],
      ['limit=ten', 'limit'],
      ['limit=1.5', 'limit'],
      ['limit=1e1', 'limit'],
      ['limit=', 'limit'],
      ['limit=5&limit=6', 'limit'],
      ['cursor=', 'cursor'],
      ['cursor=nonsense', 'cursor'],
      [`cursor=${encode([])}`, 'cursor'],
      [`cursor=${encode(["1' or true --", 'x'])}`, 'cursor'],
      [`cursor=${encode(['2026-11-20T09:30:00.000000Z'])}`, 'cursor'],
      [`cursor=${encode([{ toString: 1 }, null])}`, 'cursor'],
      [`cursor=${'A'.repeat(600)}`, 'cursor'],
      ['surprise=1', 'surprise'],
      ['cursor=%00', 'cursor'],
    ])('%s', async (query, field) => {
      const answer = await call(app().base, 'GET', `${path}?${query}`, { token: await token() });
      expect(answer.body).toEqual(refusal(400, 'validation_failed', { details: expect.any(Array) }));
      expect([...new Set(fieldsOf(answer))]).toEqual([field]);
    });
  });
}
