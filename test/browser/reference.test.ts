/**
 * The reference at /api/docs, on a phone and on a large screen, light and dark. Requires how to begin on the first screen, no
 * serious or critical axe finding, no horizontal overflow, no request to another origin, and models told apart by a choice.
 */
import { endServices, type ServiceProcess, spawnService } from '../support/service-process.js';
import { closeBrowser, newVisitor, type Visitor } from './support/browser.js';
import { judge } from './support/judge.js';

let service: ServiceProcess;
beforeAll(async () => {
  service = await spawnService();
});
afterAll(closeBrowser);
afterAll(endServices);

const LOOKS = [360, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

async function open(
  width: number,
  colorScheme: 'light' | 'dark',
): Promise<{ visitor: Visitor; foreign: string[] }> {
  const visitor = await newVisitor(service.base, { colorScheme, viewport: { width, height: 900 } });
  const foreign: string[] = [];
  visitor.page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(service.base))
      foreign.push(request.url());
  });
  await visitor.page.goto('/api/docs');
  await visitor.page.getByRole('heading', { name: 'How to begin' }).waitFor();
  return { visitor, foreign };
}

it.each(LOOKS)('$width px, $colorScheme: opens with how to begin, accessible, offline', async (look) => {
  const { visitor, foreign } = await open(look.width, look.colorScheme);
  const { page } = visitor;
  const start = await page.getByRole('heading', { name: 'How to begin' }).boundingBox();
  expect(start!.y).toBeLessThan(900);
  await judge(visitor, `${look.width}-${look.colorScheme}`, 'reference');
  expect(foreign).toEqual([]);
  await visitor.close();
});

it('the commands have the address of the service, and a model is chosen by its key', async () => {
  const { visitor } = await open(1440, 'light');
  const { page } = visitor;
  const begin = await page.locator('pre', { hasText: '/api/generate?wait=30' }).first().textContent();
  expect(begin).toContain(`"${service.base}/api/generate?wait=30"`);
  expect(await page.locator('body').textContent()).not.toContain('$OFFPRINT_URL');
  const operation = page.locator('[data-section-id$="startPrediction"]').first();
  const models = operation.getByRole('listbox').or(operation.locator('select')).first();
  await models.waitFor();
  expect(await operation.textContent()).toContain('embedded-image');
  await visitor.close();
});
