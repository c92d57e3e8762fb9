// Ends what the files share: the browser and the service. Jest calls it once, after all files, in the process that ran them.
import { closeBrowser } from './browser.ts';
import { endSharedService } from './shared-service.ts';

export default async () => {
  await closeBrowser();
  await endSharedService();
};
