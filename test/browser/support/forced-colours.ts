/** What looks selected, and which bars are seen, when a contrast theme of the system forces its colours. */
import type { Page } from 'playwright-core';
import { settled } from './judge.js';

/** Kinds of elements of which one is selected: all of a group, and the mark of the selected one. */
const KINDS = [
  ['.mantine-NavLink-root', '[aria-current=page]'],
  ['.mantine-SegmentedControl-label', '[data-active]'],
  ['.mantine-Tabs-tab', '[data-active]'],
  ['.mantine-Chip-label', '[data-checked]'],
  ['[role=radio]:not(input)', '[data-checked]'],
  ['[aria-pressed]', '[aria-pressed=true]'],
  ['.mantine-Switch-input + .mantine-Switch-track', ':checked + *'],
];

/** Bars and the marks of legends, each with what it lies on. */
const PAINTED = [
  ['.mantine-Progress-section', '.mantine-Progress-root'],
  ['.mantine-ColorSwatch-colorOverlay', 'body'],
];

const FLAT = `(() => {
  const look = (element) => {
    const { backgroundColor, borderBottomColor, color } = getComputedStyle(element);
    return [backgroundColor, borderBottomColor, color].join(' ');
  };
  const name = (element) => element.getAttribute('aria-label') || element.textContent.trim().slice(0, 40) || element.className;
  const selections = ${JSON.stringify(KINDS)}.flatMap(([kind, mark]) => {
    const all = [...document.querySelectorAll(kind)];
    const others = all.filter((one) => !one.matches(mark)).map(look);
    return all.filter((one) => one.matches(mark)).map((one) => ({ kind, name: name(one), isFlat: others.includes(look(one)) }));
  });
  const background = (element) => getComputedStyle(element).backgroundColor;
  const painted = ${JSON.stringify(PAINTED)}.flatMap(([kind, ground]) =>
    [...document.querySelectorAll(kind)].map((one) =>
      ({ kind, name: name(one), isFlat: background(one) === background(one.closest(ground)) })));
  return [...selections, ...painted];
})()`;

interface Marked {
  kind: string;
  name: string;
  /** It looks like its neighbours, or like what it lies on. */
  isFlat: boolean;
}

/** Returns the kinds that the page has, and the elements that look like what is not selected. */
export async function forcedColours(page: Page): Promise<{ kinds: string[]; flat: string[] }> {
  await page.emulateMedia({ forcedColors: 'active' });
  await settled(page);
  const found = await page.evaluate<Marked[]>(FLAT);
  await page.emulateMedia({ forcedColors: 'none' });
  return {
    kinds: found.map(({ kind }) => kind),
    flat: found.filter(({ isFlat }) => isFlat).map(({ kind, name }) => `${kind}: ${name}`),
  };
}

export const ALL_KINDS = [...KINDS, ...PAINTED].map(([kind]) => kind!);
