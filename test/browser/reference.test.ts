/**
 * The reference at /api/docs, on a phone and on a large screen, light and dark. Requires how to begin on the first screen, no
 * serious or critical axe finding, no horizontal overflow, no request to another origin, and models told apart by a choice.
 */
import type { ServiceProcess } from '../support/service-process.js';
import { closeVisitors } from './support/browser.js';
import { judge, settled } from './support/judge.js';
import { type Look, LOOKS, newReader, type Reader } from './support/reader.js';
import { sharedService } from './support/shared-service.js';

interface Description {
  paths: Record<string, Record<string, { operationId?: string }>>;
}

let service: ServiceProcess;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(closeVisitors);

/** At 360 px; axe and phones give up at more: all operations at once had 42,656 elements. */
const MOST_ELEMENTS = 12_000;
const MOST_PIXELS = 50_000;

async function open(look?: Look): Promise<Reader> {
  const reader = await newReader(service.base, look);
  await reader.page.goto('/api/docs');
  await reader.page.getByRole('heading', { name: 'How to begin' }).waitFor();
  return reader;
}

it.each(LOOKS)('$width px, $colorScheme: opens with how to begin, accessible, offline', async (look) => {
  const reader = await open(look);
  const { page } = reader;
  const start = await page.getByRole('heading', { name: 'How to begin' }).boundingBox();
  expect(start!.y).toBeLessThan(900);
  await judge(reader, `${look.width}-${look.colorScheme}`, 'reference');
  expect(reader.foreign).toEqual([]);
  await reader.close();
});

it.each(LOOKS)('$width px, $colorScheme: a topic is accessible, offline', async (look) => {
  const reader = await open(look);
  await reader.page.getByRole('link', { name: 'Generation', exact: true }).click();
  await reader.page.getByRole('heading', { name: 'Generation' }).first().waitFor();
  await judge(reader, `${look.width}-${look.colorScheme}`, 'reference-topic');
  expect(reader.foreign).toEqual([]);
  await reader.close();
});

it('has a page for each topic: every operation once, and none that a phone gives up on', async () => {
  const reader = await open(LOOKS[0]);
  const { page } = reader;
  const { paths } = (await (await fetch(`${service.base}/api/openapi.json`)).json()) as Description;
  const described = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId }) => operationId ?? []),
  );
  const linksOf = (place: string) =>
    page.evaluate<string[]>(`[...document.querySelectorAll('${place} a')].map(({ href }) => href)`);
  const listed = (await linksOf('#operations')).map((href) => href.split('#operation/')[1]!);
  expect(listed.toSorted()).toEqual(described.toSorted());
  const shown: string[] = [];
  const sizes: { elements: number; pixels: number }[] = [];
  for (const topic of await linksOf('#topics')) {
    await page.goto(topic);
    await settled(page);
    const { scrollHeight, count } = await page.evaluate<{ scrollHeight: number; count: number }>(
      `({ scrollHeight: document.documentElement.scrollHeight, count: document.querySelectorAll('*').length })`,
    );
    sizes.push({ elements: count, pixels: scrollHeight });
    const ids = page.locator('[data-section-id^="operation/"]');
    shown.push(
      ...(await ids.evaluateAll((all) =>
        all.map((one) => one.getAttribute('data-section-id')!.split('operation/')[1]!),
      )),
    );
  }
  const most = (of: 'elements' | 'pixels') => Math.max(...sizes.map((size) => size[of]));
  console.log(`the largest of ${sizes.length} pages: ${most('elements')} elements, ${most('pixels')} px`);
  expect(shown.toSorted()).toEqual(described.toSorted());
  expect(most('elements')).toBeLessThan(MOST_ELEMENTS);
  expect(most('pixels')).toBeLessThan(MOST_PIXELS);
  await reader.close();
});

it.each(['#operation/startPrediction', '#tag/Generation/operation/startPrediction'])(
  'an address with %s shows that operation',
  async (hash) => {
    const reader = await newReader(service.base);
    await reader.page.goto(`/api/docs${hash}`);
    const operation = reader.page.locator('[data-section-id="operation/startPrediction"]');
    await operation.waitFor();
    await settled(reader.page);
    expect(Math.abs((await operation.boundingBox())!.y)).toBeLessThan(300);
    await reader.close();
  },
);

it('leads to the manual, whose reference leads back', async () => {
  const reader = await open();
  const { page } = reader;
  await page.locator('.api-info').getByRole('link', { name: 'manual', exact: true }).click();
  await page.getByRole('heading', { name: 'What do you want to do?' }).waitFor();
  await page.goto('/docs/reference/');
  await page.getByRole('link', { name: '/api/docs', exact: true }).click();
  await page.getByRole('heading', { name: 'How to begin' }).first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/api/docs');
  await reader.close();
});

it('the commands have the address of the service, and a model is chosen by its key', async () => {
  const reader = await open();
  const { page } = reader;
  const begin = await page.locator('pre', { hasText: '/api/generate?wait=30' }).first().textContent();
  expect(begin).toContain(`"${service.base}/api/generate?wait=30"`);
  expect(await page.locator('body').textContent()).not.toContain('$OFFPRINT_URL');
  await page.getByRole('link', { name: 'Generation', exact: true }).click();
  const operation = page.locator('[data-section-id$="startPrediction"]').first();
  const models = operation.getByRole('listbox').or(operation.locator('select')).first();
  await models.waitFor();
  expect(await operation.textContent()).toContain('embedded-image');
  await reader.close();
});
