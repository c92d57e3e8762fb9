/** Account management: a link that sets the password, a password change, other sessions. */
import { runTool, type ServiceProcess } from '../support/service-process.js';
import { closeVisitors, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
import { fillEntry, newEmail, openAccount, PASSWORD, signIn } from './support/person.js';
import { sharedService } from './support/shared-service.js';

let service: ServiceProcess;
let visitor: Visitor;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(closeVisitors);
beforeEach(async () => {
  visitor = await newVisitor(service.base);
});
afterEach(async () => {
  expectQuiet(visitor);
  await visitor.close();
});

const NEXT = 'a horse of another colour';
const heading = (name: string, { page } = visitor) => page.getByRole('heading', { name, level: 1 });

async function linkFrom(...args: string[]): Promise<string> {
  const settings = { DATA_DIR: service.directory, PUBLIC_URL: service.base };
  const { code, stdout } = await runTool(args, settings);
  expect(code).toBe(0);
  return stdout.trim().split('\n').at(-1)!;
}

it('an invitation sets the password once; its token is not kept in the URL and not logged', async () => {
  const { page } = visitor;
  const email = newEmail();
  const link = await linkFrom('users', 'create', '--email', email);
  const token = link.split('#token=')[1]!;
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''));
  await page.goto(link);
  await page.getByLabel('New password').fill(' '.repeat(12));
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('At least one character that is not a space.').waitFor();
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await heading('Home').waitFor();
  await page.getByText(email).waitFor();
  expect(page.url()).not.toContain(token);
  expect(addresses.join('\n').replace(`${link}\n`, '')).not.toContain(token);
  expect(service.log()).not.toContain(token);
  const second = await newVisitor(service.base);
  await second.page.goto(link);
  await second.page.getByLabel('New password').fill(NEXT);
  await second.page.getByRole('button', { name: 'Set password' }).click();
  await second.page.getByText('This link was already used or has expired.').waitFor();
  await second.close();
});

it('a wrong current password is sent once, and the session is not renewed for it', async () => {
  const { page } = visitor;
  const email = await openAccount(page);
  await page.getByRole('link', { name: `Your account, ${email}` }).click();
  await heading('Your account').waitFor();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await page.getByLabel('Current password').fill('wrong');
  await page.getByLabel('New password').fill(NEXT);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('The current password is wrong.').waitFor();
  expect(sent).toEqual(['/api/auth/password']);
});

it('a password change ends all other sessions', async () => {
  const { page } = visitor;
  const email = await openAccount(page);
  const other = await newVisitor(service.base);
  await other.page.goto('/sign-in');
  await signIn(other.page, email);
  await heading('Home', other).waitFor();
  await page.getByRole('link', { name: `Your account, ${email}` }).click();
  await heading('Your account').waitFor();
  await page.getByLabel('Current password').fill('wrong');
  await page.getByLabel('New password').fill(NEXT);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('The current password is wrong.').waitFor();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your password was changed.').waitFor();
  await other.page.reload();
  await other.page.getByText('Your session has ended').waitFor();
  await fillEntry(other.page, email, NEXT);
  await other.page.getByRole('button', { name: 'Sign in' }).click();
  await heading('Home', other).waitFor();
  await other.close();
});

it('other sessions are listed and can be ended; this one continues', async () => {
  const { page } = visitor;
  const email = await openAccount(page);
  const other = await newVisitor(service.base);
  await other.page.goto('/sign-in');
  await signIn(other.page, email);
  await heading('Home', other).waitFor();
  await page.goto('/account');
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await sessions.nth(1).waitFor();
  expect(await sessions.count()).toBe(2);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByText('You are signed out everywhere else.').waitFor();
  await other.page.reload();
  await other.page.getByText('Your session has ended').waitFor();
  await page.reload();
  await page.getByText('This session').waitFor();
  expect(await sessions.count()).toBe(1);
  await other.close();
});
