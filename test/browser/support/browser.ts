/**
 * Opens pages in a real browser on a real service. It records everything that a page logs as an error, throws, or that its
 * policy blocks; a test asserts with `expectQuiet` that there is nothing. All files use one browser: `afterAll(closeVisitors)`
 * closes what a file has opened in it, and `end.mjs` the browser.
 */
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { watchRequests } from './requests.js';

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
  // Only WebGL needs a graphics card: pages are painted by the processor, several times faster than a program that emulates one.
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
  // The machine may have no audio device.
  '--mute-audio',
];
/** Timeout of one step, for a busy machine. */
const STEP_MS = 120_000;

let browser: Promise<Browser> | undefined;
const contexts = new Set<BrowserContext>();

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
  contexts.add(context);
  context.once('close', () => contexts.delete(context));
  context.setDefaultTimeout(STEP_MS);
  const faults: string[] = [];
  context.on('page', (page) => watch(page, faults));
  const page = await context.newPage();
  return { page, context, faults, close: () => context.close() };
}

export async function closeVisitors(): Promise<void> {
  await Promise.all([...contexts].map((context) => context.close()));
}

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

/** The browser's own message about a 4xx response; such responses are part of many tests. */
const REFUSED_REQUEST = /^Failed to load resource: the server responded with a status of 4\d\d/;
/** The browser's own message about a page of 3D that the processor paints (FLAGS): it reads each frame back. */
const FRAME_READ_BACK =
  /^\[\.WebGL-\w+\]GL Driver Message \(OpenGL, Performance, .*GPU stall due to ReadPixels/;

function watch(page: Page, faults: string[]): void {
  watchRequests(page);
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const isOwn = [REFUSED_REQUEST, FRAME_READ_BACK].some((own) => own.test(message.text()));
    if (!isOwn) faults.push(`${message.type()}: ${message.text()}`);
  });
}

/** Expects that the page threw nothing, logged no error, and that its policy blocked nothing. */
export function expectQuiet({ faults }: Visitor): void {
  expect(faults).toEqual([]);
}
