/**
 * The reference at /api/docs, on a phone and on a large screen, light and dark. Requires how to begin on the first screen, no
 * serious or critical axe finding, no horizontal overflow, no request to another origin, and models told apart by a choice.
 */
import { endServices, type ServiceProcess, spawnService } from '../support/service-process.js';
import { closeBrowser } from './support/browser.js';
import { judge } from './support/judge.js';
import { type Look, LOOKS, newReader, type Reader } from './support/reader.js';

let service: ServiceProcess;
beforeAll(async () => {
  service = await spawnService();
});
afterAll(closeBrowser);
afterAll(endServices);

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
  const operation = page.locator('[data-section-id$="startPrediction"]').first();
  const models = operation.getByRole('listbox').or(operation.locator('select')).first();
  await models.waitFor();
  expect(await operation.textContent()).toContain('embedded-image');
  await reader.close();
});
