/** Engines declared in a catalogue file: every preset against a fake of its vendor's API. */
import { declared, SECRET } from './http-job/declared.js';
import { describeProvider } from './provider.contract.js';

const common = { fake: 'http-job', secret: SECRET } as const;

const stability = await declared('catalogue/stability.yaml');
describeProvider({
  ...common,
  name: 'Stability',
  provider: stability.provider,
  works: stability.works,
  asynchronous: false,
  cancels: false,
});

describeProvider({
  ...common,
  name: 'Stability, creative upscale',
  provider: stability.provider,
  works: [stability.work('stability-upscale-creative')],
  asynchronous: true,
  cancels: false,
});

const meshy = await declared('catalogue/meshy.yaml');
describeProvider({
  ...common,
  name: 'Meshy',
  provider: meshy.provider,
  works: meshy.works,
  asynchronous: true,
  cancels: true,
});

const tripo = await declared('catalogue/tripo.yaml');
describeProvider({
  ...common,
  name: 'Tripo',
  provider: tripo.provider,
  works: tripo.works,
  asynchronous: true,
  cancels: false,
});

const runway = await declared('catalogue/runway.yaml');
describeProvider({
  ...common,
  name: 'Runway',
  provider: runway.provider,
  works: runway.works,
  asynchronous: true,
  cancels: true,
  // Its documentation lists this error as retryable.
  differs: { 'error-504': { kind: 'retry', code: 'provider_error' } },
});

const luma = await declared('catalogue/luma.yaml');
describeProvider({
  ...common,
  name: 'Luma',
  provider: luma.provider,
  // Its other models receive the caller's own link, which the common suite forbids: http-job/presets.test.ts.
  works: luma.works.filter(({ media }) => !media),
  asynchronous: true,
  cancels: true,
});

const bfl = await declared('catalogue/bfl.yaml');
describeProvider({
  ...common,
  name: 'Black Forest Labs',
  provider: bfl.provider,
  works: bfl.works,
  asynchronous: true,
  cancels: false,
});

const elevenlabs = await declared('catalogue/elevenlabs.yaml');
describeProvider({
  ...common,
  name: 'ElevenLabs',
  provider: elevenlabs.provider,
  works: elevenlabs.works,
  asynchronous: false,
  cancels: false,
});

for (const [name, file] of [
  ['Google Veo', 'veo'],
  ['MiniMax', 'minimax'],
  ['Kling', 'kling'],
] as const) {
  const preset = await declared(`catalogue/${file}.yaml`);
  describeProvider({
    ...common,
    name,
    provider: preset.provider,
    works: preset.works,
    asynchronous: true,
    cancels: false,
  });
}

const easel = await declared('examples/yaml-engine/easel.yaml');
describeProvider({
  ...common,
  name: 'an engine by a catalogue file alone',
  provider: easel.provider,
  works: [...easel.works, { ...easel.work('easel-paint', { prompt: 'four ships', count: 4 }), files: 4 }],
  asynchronous: true,
  cancels: true,
  lost: 'retry',
});
