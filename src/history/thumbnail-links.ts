import { Injectable } from '@nestjs/common';
import { SignedLinks, thumbnailName } from '../assets/index.js';
import type { Page } from '../platform/http/index.js';
import type { HistoryEntry } from './history.dto.js';

/** The links expire with the link to the picture. */
@Injectable()
export class ThumbnailLinks {
  constructor(private readonly links: SignedLinks) {}

  addTo<E extends HistoryEntry>(entry: E): E & { thumbnailUrl: string | null } {
    return { ...entry, thumbnailUrl: this.of(entry) };
  }

  addToPage<E extends HistoryEntry>(page: Page<E>): Page<E & { thumbnailUrl: string | null }> {
    return { ...page, items: page.items.map((entry) => this.addTo(entry)) };
  }

  private of({ outputs }: HistoryEntry): string | null {
    const first = outputs?.[0];
    const link = first && this.links.parse(first.url);
    const name = link && thumbnailName(link.name);
    return name ? this.links.mint({ name, expiresAt: new Date(Number(link.expires) * 1000) }) : null;
  }
}
