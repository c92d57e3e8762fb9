/** Failures after a start: predictions that fail, limits, a lost connection, errors of the service. */
import { endServices, runTool, type ServiceProcess, spawnService } from '../support/service-process.js';
import { closeVisitors, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
import { eventually } from './support/eventually.js';
import { generate, openAccount, prompt } from './support/person.js';
import { sharedService } from './support/shared-service.js';

let service: ServiceProcess;
let visitor: Visitor;
beforeAll(async () => {
  service = await sharedService();
  visitor = await newVisitor(service.base);
  await openAccount(visitor.page);
});
afterAll(closeVisitors);
afterAll(endServices);
afterEach(() => expectQuiet(visitor));

let strict: ServiceProcess;
let patient: Visitor;
/** The prediction that has used the limit up. */
let limited: string | null;

/** The minute that it waits passes beside the tests that follow; the last one sees its end. */
it('429: says that it waits for the limit', async () => {
  strict = await spawnService({ PLATFORM_RATE_LIMIT: '1', PLATFORM_RATE_LIMIT_PER: 'account' });
  patient = await newVisitor(strict.base);
  const { page } = patient;
  await openAccount(page);
  await page.goto('/playground?model=embedded-fault');
  await page.getByRole('combobox', { name: 'Mode', exact: true }).click();
  await page.getByRole('option', { name: 'ok', exact: true }).click();
  await generate(page).click();
  await page.getByRole('link', { name: 'Download' }).waitFor();
  limited = new URL(page.url()).searchParams.get('prediction');
  await generate(page).click();
  await page.getByText('The request limit is reached').waitFor();
  await page.getByText(/Retrying in \d+ s\./).waitFor();
});

describe('a prediction that does not succeed', () => {
  it('shows the reason and the refund when it fails', async () => {
    const { page } = visitor;
    await page.goto('/playground?model=embedded-fault');
    await page.getByRole('combobox', { name: 'Mode', exact: true }).click();
    await page.getByRole('option', { name: 'permanent' }).click();
    await generate(page).click();
    await page.getByText('The engine refused this request.').waitFor();
    await page.getByText('1 credit refunded.').waitFor();
    await page.getByRole('link', { name: 'View in history' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Refunded', { exact: true }).waitFor();
    const cells = await drawer
      .getByRole('table', { name: 'Charge and refund' })
      .locator('td')
      .allInnerTexts();
    expect([cells[0], cells[1], cells[4], cells[5], cells[6]]).toEqual([
      'Charge',
      '−1',
      'Refund',
      '+1',
      '1,000',
    ]);
  });

  it('shows progress while it runs, and can be cancelled with a refund', async () => {
    const { page } = visitor;
    await page.goto('/playground?model=embedded-fault');
    await page.getByRole('combobox', { name: 'Mode', exact: true }).click();
    await page.getByRole('option', { name: 'slow' }).click();
    await page.getByRole('textbox', { name: 'Seconds' }).fill('300');
    await generate(page).click();
    await page.getByRole('progressbar', { name: 'Progress' }).waitFor();
    await page.getByText('Generating').waitFor();
    // The URL contains the prediction: a reload shows it again.
    await page.reload();
    await page.getByRole('progressbar', { name: 'Progress' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled').first().waitFor();
    await page.getByText('1 credit refunded.').waitFor();
  });

  it('shows its place in the queue while it waits', async () => {
    const idle = await spawnService({ ROLES: 'api' });
    const waiting = await newVisitor(idle.base);
    const { page } = waiting;
    await openAccount(page);
    await page.goto('/playground');
    await prompt(page).fill('a harbour');
    await generate(page).click();
    await page.getByText('Next in the queue').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText(/credits refunded\./).waitFor();
    expectQuiet(waiting);
    await waiting.close();
  });

  it('is retried, and its timeline shows each attempt', async () => {
    const { page } = visitor;
    await page.goto('/playground?model=embedded-fault');
    await page.getByRole('combobox', { name: 'Mode', exact: true }).click();
    await page.getByRole('option', { name: 'transient' }).click();
    await generate(page).click();
    await page.getByRole('link', { name: 'Download' }).waitFor();
    await page.getByRole('link', { name: 'View in history' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Attempt failed (attempt 1)').waitFor();
    await drawer.getByText('Attempt started (attempt 2)').waitFor();
  });
});

it('offline: keeps loaded data, shows a notice, and recovers by itself', async () => {
  const { page, context } = visitor;
  await page.goto('/credits');
  await page.getByRole('heading', { name: 'Statement' }).waitFor();
  await context.setOffline(true);
  await page.getByText('You are offline').first().waitFor();
  await page.getByRole('heading', { name: 'Statement' }).waitFor();
  await context.setOffline(false);
  await page.getByText('You are offline').first().waitFor({ state: 'detached' });
  visitor.faults.length = 0;
});

it('shows an error of the service with its request id, and can retry', async () => {
  const { page } = visitor;
  const refused = {
    statusCode: 500,
    code: 'internal_error',
    message: 'Something went wrong.',
    requestId: 'req-1',
  };
  await page.route('**/api/keys', (route) => route.fulfill({ status: 500, json: refused }));
  await page.goto('/keys');
  await page.getByText('This could not be loaded').waitFor();
  await page.getByText('req-1').waitFor();
  await page.unroute('**/api/keys');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No active key').waitFor();
  await eventually(async () => visitor.faults.length > 0);
  visitor.faults.length = 0;
});

it('429: starts the prediction when the limit permits it', async () => {
  const { page } = patient;
  await page.waitForURL((url) => url.searchParams.get('prediction') !== limited, { timeout: 120_000 });
  await page.getByRole('link', { name: 'Download' }).waitFor();
  expectQuiet(patient);
  const verified = await runTool(['ledger', 'verify'], { DATA_DIR: strict.directory });
  expect(verified.code).toBe(0);
});
