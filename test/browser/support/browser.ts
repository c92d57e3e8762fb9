/**
 * A real browser on a real service. Whatever a page logs as an error, throws, or is refused by its policy is kept, and a
 * test that expects none of it says so with `expectQuiet`.
 */
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Errors of the page so far, one line each. */
  faults: string[];
  close(): Promise<void>;
}

const FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  // 3D without a graphics card.
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // A sound that nobody hears, on a machine without a device for it.
  '--mute-audio',
];
/** Of one step, on a busy machine. */
const STEP_MS = 60_000;

let browser: Promise<Browser> | undefined;

export async function newVisitor(base: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  browser ??= chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: FLAGS,
  });
  const context = await (
    await browser
  ).newContext({
    baseURL: base,
    viewport: { width: 1360, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  context.setDefaultTimeout(STEP_MS);
  const faults: string[] = [];
  context.on('page', (page) => watch(page, faults));
  const page = await context.newPage();
  return { page, context, faults, close: () => context.close() };
}

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

/** What the browser itself writes about an answer that is not 2xx; such answers are part of many tests. */
const REFUSED_REQUEST = /^Failed to load resource: the server responded with a status of 4\d\d/;

function watch(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (!REFUSED_REQUEST.test(message.text())) faults.push(`${message.type()}: ${message.text()}`);
  });
}

/** Nothing was thrown, logged as an error, or stopped by the policy of the page. */
export function expectQuiet({ faults }: Visitor): void {
  expect(faults).toEqual([]);
}
