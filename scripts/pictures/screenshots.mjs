// Takes the screenshots of docs/screenshots/ from the built service, with the helpers of the browser tests.
import { join } from 'node:path';
import sharp from 'sharp';
import { closeBrowser, newVisitor } from '../../test/browser/support/browser.ts';
import { furnish } from '../../test/browser/support/furnished-account.ts';
import { settled } from '../../test/browser/support/judge.ts';
import { openAccount, signIn } from '../../test/browser/support/person.ts';
import { endServices, spawnService } from '../../test/support/service-process.ts';

const LIGHT = { viewport: { width: 1100, height: 760 }, colorScheme: 'light' };
/** The table of keys needs more width. */
const WIDE = { ...LIGHT, viewport: { width: 1360, height: 620 } };
const DARK = { ...LIGHT, colorScheme: 'dark' };
const QUALITY = 80;
/** The browser fades the spinner of a loaded video out, and has no event for its end. */
const SPINNER_MS = 3_000;
const EMAIL = 'ada@example.com';

/** `ready` is a text of the finished page. */
const PAGES = [
  { name: 'home', path: '/', ready: 'Latest results', look: LIGHT },
  { name: 'keys', path: '/keys', ready: 'Production', look: WIDE },
  { name: 'history', path: '/history', ready: 'a lighthouse', look: DARK },
  { name: 'credits', path: '/credits', ready: 'Sign-up credits', look: LIGHT },
];

/** Takes all screenshots. @param folder where the WebP files go. @param root the checkout */
export async function takeScreenshots(folder, root) {
  try {
    // With a payment service that takes no money, so that packs are for sale.
    const service = await spawnService({ PLUGINS: join(root, 'examples/test-payments/test-payments.mjs') });
    const { video } = await furnish(service, EMAIL);
    const result = `/playground?model=embedded-video&prediction=${video}`;
    const pages = [...PAGES, { name: 'playground', path: result, ready: 'Download', look: LIGHT }];
    for (const look of [LIGHT, WIDE, DARK]) {
      const { page, close } = await newVisitor(service.base, look);
      await page.goto('/sign-in');
      await signIn(page, EMAIL);
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
      for (const { name, path, ready } of pages.filter((entry) => entry.look === look)) {
        await page.goto(path);
        await page.getByText(ready).first().waitFor();
        await save(page, service.base, join(folder, `${name}.webp`));
      }
      await close();
    }
    await takeFirstCall(service.base, folder);
  } finally {
    await closeBrowser();
    await endServices();
  }
}

/** Home of an account that has done nothing yet. */
async function takeFirstCall(base, folder) {
  const { page, close } = await newVisitor(base, LIGHT);
  await openAccount(page, 'grace@example.com');
  await page.getByLabel('the first call', { exact: true }).waitFor();
  await save(page, base, join(folder, 'first-call.webp'));
  await close();
}

/** The service has a free port; the pictures show the default one. */
const ADDRESS = 'http://127.0.0.1:3000';

async function save(page, base, path) {
  await settled(page);
  await page.evaluate(showAddress, [base, ADDRESS]);
  if (await page.evaluate(loadVideos)) await page.waitForTimeout(SPINNER_MS);
  await sharp(await page.screenshot())
    .webp({ quality: QUALITY })
    .toFile(path);
  console.log(path);
}

/* Functions that run in the page. */

function showAddress([from, to]) {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) walker.currentNode.data = walker.currentNode.data.replaceAll(from, to);
}

/** A video that has not been loaded shows a spinner. @returns whether there are videos */
function loadVideos() {
  const load = (video) =>
    new Promise((resolve, reject) => {
      video.addEventListener('canplaythrough', resolve, { once: true });
      video.addEventListener('error', reject, { once: true });
      video.preload = 'auto';
      video.load();
    });
  return Promise.all([...document.querySelectorAll('video')].map(load)).then(({ length }) => length > 0);
}
