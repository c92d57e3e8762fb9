/** Lists of the service, which it returns page by page. */

/** A page of a list. */
export interface Page<Item> {
  items: Item[];
  /** Begins the next page, now or later: `history({ cursor })`. `null` at the end of the list. */
  nextCursor: string | null;
}

/** Entries of a list, newest first; a page is requested when it is needed. */
export class List<Item> implements AsyncIterable<Item> {
  constructor(
    private readonly read: (cursor: string | undefined) => Promise<Page<Item>>,
    private readonly cursor: string | undefined,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.items;
  }

  /** Iterates over whole pages. Keep the `nextCursor` of the last one to go on later, or in another process. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let { cursor } = this;
    do {
      const { items, nextCursor } = await this.read(cursor);
      yield { items, nextCursor };
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
}
