/** Visitors of the pages for readers, the manual and the reference: the looks in which these are tested, and what they load. */
import { newVisitor, type Visitor } from './browser.js';

export interface Look {
  /** Of the screen, in CSS pixels. */
  width: number;
  colorScheme: 'light' | 'dark';
}

/** A phone and a large screen, light and dark. */
export const LOOKS: readonly Look[] = [360, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

export interface Reader extends Visitor {
  /** Addresses outside of the service that the page has requested so far. */
  foreign: string[];
}

export async function newReader(
  base: string,
  { width, colorScheme }: Look = { width: 1440, colorScheme: 'light' },
): Promise<Reader> {
  const visitor = await newVisitor(base, { colorScheme, viewport: { width, height: 900 } });
  const foreign: string[] = [];
  visitor.page.on('request', (request) => {
    const url = request.url();
    if (!/^(data|blob):/.test(url) && !url.startsWith(base)) foreign.push(url);
  });
  return { ...visitor, foreign };
}
