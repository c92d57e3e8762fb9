/** Members of an account with a role. */
import type { Page } from 'playwright-core';
import { call, type Person } from '../../support/client.js';
import { runTool, type ServiceProcess } from '../../support/service-process.js';
import { newEmail, PASSWORD } from './person.js';

/** Signs a new person up on the page, with the link of an invitation. @param role in the owner's account. */
export async function joinAccount(
  page: Page,
  service: ServiceProcess,
  owner: Person,
  role: string,
): Promise<void> {
  const email = newEmail();
  const invited = await call(service.base, 'POST', '/api/account/invitations', {
    token: owner.accessToken,
    body: { email, role },
  });
  expect(invited.status).toBe(201);
  const printed = await runTool(['invitations', 'link', '--email', email], { DATA_DIR: service.directory });
  const link = /\/invitations\/accept#token=[\w-]{43}/.exec(printed.stdout)?.[0];
  if (!link) throw new Error(`The command printed no link: ${JSON.stringify(printed)}`);
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
}
