/** The extension of docs/extending.md, loaded into the real service by PLUGINS. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { balanceOf, call, finished, generate, newCaller } from '../support/client.js';
import { endServices, spawnService, temporaryDirectory } from '../support/service-process.js';

afterAll(endServices);

it('an extension’s engine is offered, priced, run, stored and charged like any other', async () => {
  const catalogue = await temporaryDirectory();
  await cp('catalogue', catalogue, { recursive: true });
  await cp('examples/gradient-engine/gradient.yaml', join(catalogue, 'gradient.yaml'));
  const plugin = join(process.cwd(), 'examples/gradient-engine/gradient-engine.mjs');
  const { base } = await spawnService({ PLUGINS: plugin, CATALOGUE_DIR: catalogue, SIGNUP_CREDITS: '1' });

  const model = await call(base, 'GET', '/api/models/gradient');
  expect(model.body).toMatchObject({ model: 'example/gradient', pricing: { base: 0.5 } });
  const { key } = await newCaller(base);
  const { predictionId } = await generate(base, key, {
    modelKey: 'gradient',
    from: '#ff0000',
    to: '#0000ff',
  });
  const done = await finished(base, key, predictionId);
  expect(done).toMatchObject({
    status: 'completed',
    creditCost: 0.5,
    outputs: [{ width: 256, height: 256 }],
  });
  expect(await balanceOf(base, key)).toBe(0.5);

  const file = Buffer.from(await (await fetch(done.outputUrl)).arrayBuffer());
  const { data } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  expect(data[0]).toBeGreaterThan(200);
  expect(data[2]).toBeLessThan(50);
});

it('a start with an invalid plugin fails and names it', async () => {
  await expect(spawnService({ PLUGINS: join(process.cwd(), 'scripts/help.mjs') })).rejects.toThrow(
    /help\.mjs does not export a plugin/,
  );
});
