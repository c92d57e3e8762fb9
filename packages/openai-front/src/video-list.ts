import { Injectable } from '@nestjs/common';
import { type HistoryEntry, HistoryReader, PredictionStatusService, type Viewer } from 'offprint';
import { parameterError } from './openai-error.js';

/** Pages that are read to find the entry of `after` among those of the same millisecond. */
const MOST_PAGES = 10;

/** A page of videos, newest first. */
export interface VideoPage {
  items: HistoryEntry[];
  hasMore: boolean;
}

/** The parameters of the list, checked. */
export interface VideoListQuery {
  limit: number;
  after?: string;
}

/** Lists an account's videos by OpenAI's cursor, which is the id of the last one of the page before. */
@Injectable()
export class VideoList {
  constructor(
    private readonly history: HistoryReader,
    private readonly statuses: PredictionStatusService,
  ) {}

  /** @throws 400 for an `after` that is no video of the account. */
  async read(viewer: Viewer, { limit, after }: VideoListQuery): Promise<VideoPage> {
    const query = { modality: 'video', limit: 100 };
    const before = after === undefined ? undefined : await this.timeOf(viewer, after);
    const found: HistoryEntry[] = [];
    let cursor: string | undefined;
    let isBehind = after === undefined;
    for (let page = 0; page < MOST_PAGES && found.length <= limit; page++) {
      const next = await this.history.list(viewer.accountId, {
        ...query,
        ...(before !== undefined && { to: before }),
        ...(cursor !== undefined && { cursor }),
      });
      for (const entry of next.items) {
        if (isBehind && entry.deletedAt === undefined) found.push(entry);
        if (entry.predictionId === after) isBehind = true;
      }
      if (next.nextCursor === null) break;
      cursor = next.nextCursor;
    }
    return { items: found.slice(0, limit), hasMore: found.length > limit };
  }

  /** Returns the end of the millisecond in which a video was created. */
  private async timeOf(viewer: Viewer, id: string): Promise<string> {
    const never = new AbortController().signal;
    const { items } = await this.statuses.readMany(viewer, [id], 0, never);
    const [found] = items;
    if (!found || found.status === null) throw parameterError('after', 'after must be the id of a video.');
    return new Date(Date.parse(found.createdAt) + 1).toISOString();
  }
}

/** Reads the query. @throws 400 for a parameter that is wrong, unknown, or the order `asc`. */
export function readListQuery(query: Readonly<Record<string, unknown>>): VideoListQuery {
  const { limit = '20', after, order = 'desc', ...others } = query;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw parameterError(unknown, `${unknown} is no parameter of this list.`);
  if (order !== 'desc')
    throw parameterError('order', 'order must be desc: the history is kept newest first.');
  const count = typeof limit === 'string' && /^\d{1,3}$/.test(limit) ? Number(limit) : 0;
  if (count < 1 || count > 100) throw parameterError('limit', 'limit must be a whole number from 1 to 100.');
  if (after === undefined) return { limit: count };
  if (typeof after !== 'string') throw parameterError('after', 'after must be the id of a video.');
  return { limit: count, after };
}
