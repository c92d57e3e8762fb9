/** The service stops answering while the page is open: the page says so, waits, continues, and keeps what was typed. */
import { endServices, type ServiceProcess, spawnService } from '../support/service-process.js';
import { closeVisitors, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
import { goTo, openAccount, price, prompt } from './support/person.js';

let service: ServiceProcess;
let visitor: Visitor;
beforeAll(async () => {
  service = await spawnService();
});
beforeEach(async () => {
  visitor = await newVisitor(service.base);
  await openAccount(visitor.page);
});
afterEach(async () => {
  // During an outage the browser itself reports each request that it could not send.
  visitor.faults = visitor.faults.filter((fault) => !fault.includes('ERR_CONNECTION_REFUSED'));
  expectQuiet(visitor);
  await visitor.close();
});
afterAll(closeVisitors);
afterAll(endServices);

const beginOutage = () => visitor.context.route('**/*', (route) => route.abort('connectionrefused'));
const endOutage = () => visitor.context.unroute('**/*');
const banner = () => visitor.page.getByRole('status').filter({ hasText: 'The service does not answer' });

it('a page whose files are not loaded yet opens by itself after the outage, with its styles', async () => {
  const { page } = visitor;
  await beginOutage();
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByText('This page opens by itself as soon as the service answers.').waitFor();
  await banner().waitFor();
  // Longer than the pause between two probes.
  await page.waitForRequest('**/health/live');
  await page.waitForRequest('**/health/live');
  expect(await page.getByText('This page failed to load').count()).toBe(0);
  await endOutage();
  await page.getByText('No predictions yet').waitFor();
  await banner().waitFor({ state: 'detached' });
  expect(
    await page.evaluate('[...document.querySelectorAll("link[rel=stylesheet]")].every((link) => link.sheet)'),
  ).toBe(true);
});

it('queries that failed are sent again after the outage', async () => {
  const { page } = visitor;
  await goTo(page, 'Playground');
  await prompt(page).waitFor();
  await beginOutage();
  await prompt(page).fill('a harbour at dawn');
  await banner().waitFor();
  await endOutage();
  await banner().waitFor({ state: 'detached' });
  await price(page)
    .getByText(/credits/)
    .first()
    .waitFor();
  expect(await prompt(page).inputValue()).toBe('a harbour at dawn');
});

it('a start is repeated, and the form keeps what was typed', async () => {
  const { page } = visitor;
  await goTo(page, 'Playground');
  await prompt(page).fill('a harbour at dawn');
  await beginOutage();
  await page.getByRole('button', { name: 'Generate' }).click();
  await banner().waitFor();
  await endOutage();
  await page.getByRole('link', { name: 'Download' }).waitFor();
  expect(await prompt(page).inputValue()).toBe('a harbour at dawn');
});
