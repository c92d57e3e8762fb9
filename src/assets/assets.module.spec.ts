import { Test } from '@nestjs/testing';
import { AssetsModule } from './assets.module.js';
import { InputMedia } from './fetching/input-media.js';
import { OutsideSender } from './media/media.js';
import { SafeFetcher } from './media/safe-fetcher.js';

it('gives the classes of the package their network', async () => {
  const module = await Test.createTestingModule({ imports: [AssetsModule] })
    .useMocker(() => ({}))
    .compile();
  // Without a network, resolving the name of a trusted host fails.
  await expect(module.get(OutsideSender).check('http://localhost/', ['localhost'])).resolves.toBeUndefined();
  expect(module.get(SafeFetcher)).toHaveProperty('network', module.get(OutsideSender)['network']);
  expect(module.get(InputMedia)['fetcher']).toBe(module.get(SafeFetcher));
});
