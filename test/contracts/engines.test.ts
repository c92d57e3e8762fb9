/** Engines without a server, held to the contract of their port. */
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import type { Provider } from '../../src/index.js';
import { loadPlugins } from '../../src/plugin.js';
import { FakeEngine, type FakePlan, providerContract, type WorkExample } from '../../src/testing/index.js';

const runner = { describe, it, beforeEach, afterEach };
const picture: WorkExample = {
  modality: 'image',
  operation: 'text-to-image',
  model: 'fake/fake-image',
  input: { prompt: 'a lighthouse', from: '#ff0000', to: '#0000ff' },
};
const clip: WorkExample = { ...picture, modality: 'video', operation: 'text-to-video' };

for (const [name, plan] of [
  ['a fake engine', 'done'],
  ['a fake engine that is polled', { poll: ['pending', 'done'] }],
] as [string, FakePlan][])
  providerContract(runner, {
    name,
    create: () => new FakeEngine().always(plan),
    examples: [picture, clip],
  });

providerContract(runner, {
  name: 'examples/gradient-engine',
  create: async () => {
    const { providers } = await loadPlugins([
      join(process.cwd(), 'examples/gradient-engine/gradient-engine.mjs'),
    ]);
    return new (providers![0] as Type<Provider>)();
  },
  examples: [picture],
});
