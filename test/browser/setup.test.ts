/** First-run setup: the link in the log makes the first administrator in the browser, once. */
import { call } from '../support/client.js';
import { endServices, type ServiceProcess, spawnService, until } from '../support/service-process.js';
import { closeVisitors, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
import { judge } from './support/judge.js';
import { fillEntry, newEmail, PASSWORD } from './support/person.js';

let service: ServiceProcess;
let link: string;
const visitors: Visitor[] = [];
beforeAll(async () => {
  service = await spawnService({ REGISTRATION: 'closed' });
  link = await until(() => /\/setup#token=[\w-]{43}/.exec(service.log())?.[0]);
});
afterAll(closeVisitors);
afterAll(endServices);
afterEach(() => visitors.forEach(expectQuiet));

async function visitor(options: Parameters<typeof newVisitor>[1] = {}): Promise<Visitor> {
  const opened = await newVisitor(service.base, options);
  visitors.push(opened);
  return opened;
}

it('asks for the token without the link, and makes nobody an administrator with a wrong one', async () => {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
  const opened = await visitor({ colorScheme: 'dark', ...phone });
  const { page } = opened;
  await page.goto('/setup');
  await fillEntry(page, newEmail(), PASSWORD);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await page.getByText('Enter the token.').waitFor();
  await judge(opened, 'phone-dark', 'setup-token');
  await page.getByLabel('Setup token').fill(`http://localhost/setup#token=${'A'.repeat(43)}`);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await page.getByText('This link was already used or has expired.').waitFor();
});

it('makes the first administrator with the link of the log, by keyboard alone, and removes the token from the URL', async () => {
  const opened = await visitor({ colorScheme: 'light' });
  const { page } = opened;
  await page.goto(link);
  await page.locator('input[type=email]:focus').waitFor();
  expect(page.url()).toBe(`${service.base}/setup`);
  await judge(opened, 'light', 'setup');
  const email = newEmail();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  await page.goto('/admin/audit');
  await page.getByRole('table', { name: 'Audit log' }).getByText('User created').waitFor();
  const login = await call(service.base, 'POST', '/api/auth/login', { body: { email, password: PASSWORD } });
  expect([login.status, login.body.user.role]).toEqual([200, 'admin']);
});

it('says that there is an administrator when the link is opened again, and leads to the sign-in', async () => {
  const { page } = await visitor();
  await page.goto(link);
  await fillEntry(page, newEmail(), PASSWORD);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await page.getByText('This installation has an administrator.').waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
});
