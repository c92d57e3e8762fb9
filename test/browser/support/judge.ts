/** Checks the appearance of a page as far as a program can, and takes a screenshot for the rest. */
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expectQuiet, type Visitor } from './browser.js';
import { eventually } from './eventually.js';
import { isLoading } from './requests.js';
import { isGate } from './tier.js';

const SHOTS = join(process.cwd(), 'reports/screenshots');
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Finding {
  id: string;
  impact: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/** How a page is looked at. */
export interface Look {
  /** In the name of the screenshot. */
  look: string;
  colorScheme: 'light' | 'dark';
  width: number;
  height: number;
}

const SCREEN = { width: 1360, height: 900 };
const LIGHT: Look = { look: 'light', colorScheme: 'light', ...SCREEN };
const DARK: Look = { look: 'dark', colorScheme: 'dark', ...SCREEN };

/** Both schemes, and a phone; CI leaves out the light screen, whose colours the phone has. */
export const LOOKS: readonly Look[] = [
  ...(isGate ? [] : [LIGHT]),
  DARK,
  { look: 'phone', colorScheme: 'light', width: 390, height: 844 },
];

/** Puts axe into the page, from outside: the page's policy would not load it. */
export async function injectAxe(page: Page): Promise<void> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(await readFile(AXE, 'utf8'));
}

/** The rules whose result depends on the scheme. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** @param rules all when absent */
export async function serious(page: Page, rules?: string[]): Promise<string[]> {
  await injectAxe(page);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const findings = await page.evaluate<Finding[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    );
}

/** After two frames, in which a page shows an answer: pictures and figures are loaded, and no animation runs. */
const SETTLED = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() =>
  !document.querySelector('[aria-busy=true]')
  && document.fonts.status === 'loaded'
  && [...document.images].every((image) => image.complete || image.loading === 'lazy')
  && document.getAnimations().every(({ playState }) => playState !== 'running'))`;

export async function settled(page: Page): Promise<void> {
  await eventually(
    async () => !isLoading(page) && (await page.evaluate<boolean>(SETTLED)) && !isLoading(page),
  );
}

/** The elements that are wider than the page, and the fields that reach out of their card. */
const OVERRUNS = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const name = (element) => element.getAttribute('aria-label') || element.textContent.trim().slice(0, 40) || element.tagName;
  const fields = [...document.querySelectorAll('.mantine-Card-root input, .mantine-Card-root button')].filter((field) => {
    const isScrolled = field.closest('.mantine-ScrollArea-root, .mantine-Table-scrollContainer');
    const { right, width } = field.getBoundingClientRect();
    return !isScrolled && width > 0 && right > field.closest('.mantine-Card-root').getBoundingClientRect().right + 1;
  });
  return [...(scrollWidth > clientWidth ? ['the page: ' + scrollWidth] : []), ...fields.map(name)];
})()`;

export const overruns = (page: Page): Promise<string[]> => page.evaluate<string[]>(OVERRUNS);

/**
 * Checks the current page in each look, without loading it anew; in a width that it was checked in, its colours only. `arrange`
 * opens what a change of the width closes.
 */
export async function judgeLooks(
  visitor: Visitor,
  looks: readonly Look[],
  name: string,
  arrange?: (look: Look) => Promise<unknown>,
): Promise<void> {
  const { page } = visitor;
  const widths = new Set<number>();
  for (const look of looks) {
    const { colorScheme, width, height } = look;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await arrange?.(look);
    await judge(visitor, look.look, name, widths.has(width) ? COLOUR_RULES : undefined);
    widths.add(width);
  }
}

/**
 * Checks the current page, and writes its screenshot outside of CI. @param rules of axe; all when absent. @throws when the page
 * has a serious fault.
 */
export async function judge(visitor: Visitor, look: string, name: string, rules?: string[]): Promise<void> {
  const { page } = visitor;
  await settled(page);
  if (!isGate) {
    await mkdir(SHOTS, { recursive: true });
    await tall(page, join(SHOTS, `${name}-${look}.png`));
  }
  expect(await serious(page, rules)).toEqual([]);
  const wider = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(wider).toBe(0);
  expectQuiet(visitor);
}

/** Takes a screenshot of the whole page, with fixed elements at their place. */
async function tall(page: Page, path: string): Promise<void> {
  const { width, height } = page.viewportSize()!;
  const whole = Number(await page.evaluate('document.documentElement.scrollHeight'));
  await page.setViewportSize({ width, height: Math.max(height, Math.min(whole, 4000)) });
  await settled(page);
  await page.screenshot({ path });
  await page.setViewportSize({ width, height });
}
