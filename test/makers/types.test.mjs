/** The requests of the adapters and the responses of the fakes match the types of the vendors' clients. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exchangesOf } from './adapter-exchanges.mjs';
import { fakeEngine } from './fake-engine.mjs';
import { problemsOf } from './types.mjs';

const RUNWAY = {
  'POST /v1/text_to_video': ['TextToVideoCreateParams', 'TextToVideoCreateResponse'],
  'POST /v1/image_to_video': ['ImageToVideoCreateParams', 'ImageToVideoCreateResponse'],
  'POST /v1/video_upscale': ['VideoUpscaleCreateParams', 'VideoUpscaleCreateResponse'],
  'GET /v1/tasks/*': [null, 'TaskRetrieveResponse'],
};
const LUMA = {
  'POST /dream-machine/v1/generations/video': ['Generations.VideoCreateParams', 'Generation'],
  'POST /dream-machine/v1/generations/video/reframe': ['Generations.VideoReframeParams', 'Generation'],
  'POST /dream-machine/v1/generations/image/reframe': ['Generations.ImageReframeParams', 'Generation'],
  'GET /dream-machine/v1/generations/*': [null, 'Generation'],
};
const OPENAI = {
  'POST /v1/images/generations': ['Images.ImageGenerateParamsNonStreaming', 'Images.ImagesResponse'],
  'POST /v1/audio/speech': ['Audio.SpeechCreateParams', null],
};

/**
 * fal's generator quotes every enumeration, also one of integers, which its documentation does not quote: the compiler's
 * error for the only such field.
 */
const QUOTED = `fal-image-to-3d sends: Type 'number' is not assignable to type '"512" | "1024" | "2048" | undefined'.`;

/** Optional fields may also be null in a response. */
const withoutNulls = (text) => JSON.parse(text, (_, value) => value ?? undefined);

/** Returns [description, type, value] of each exchange with a known type. */
function questionsOf(exchanges, namespace, types) {
  return exchanges.flatMap(({ method, path, body, answer, model }) => {
    const known = types[`${method} ${path}`] ?? types[`${method} ${path.replace(/[^/]+$/, '*')}`];
    if (!known) return [];
    const [sent, answered] = known;
    return [
      ...(sent ? [[`${model} sends`, `${namespace}.${sent}`, JSON.parse(body)]] : []),
      ...(answered ? [[`${model} is answered`, `${namespace}.${answered}`, withoutNulls(answer.body)]] : []),
    ];
  });
}

describe('the types of the vendors’ clients', () => {
  const hosted = fakeEngine('http-job');
  const fal = fakeEngine('fal');
  const openai = fakeEngine('openai-compatible');

  for (const [provider, engine, imports, namespace, types] of [
    ['runway', hosted, "import type { RunwayML } from '@runwayml/sdk';", 'RunwayML', RUNWAY],
    ['luma', hosted, "import type { LumaAI } from 'lumaai';", 'LumaAI', LUMA],
    ['openai-compatible', openai, "import type { OpenAI } from 'openai';", 'OpenAI', OPENAI],
  ])
    it(`${provider}: match requests and responses`, async () => {
      const questions = questionsOf(await exchangesOf(provider, engine), namespace, types);
      assert.ok(questions.length >= 4, String(questions.length));
      assert.deepEqual([...new Set(problemsOf(imports, questions))], []);
    });

  it('fal: match the requests of every model', async () => {
    const submits = (await exchangesOf('fal', fal)).filter(({ isSubmit }) => isSubmit);
    const questions = submits.map(({ model, path, body }) => [
      `${model} sends`,
      `EndpointTypeMap['${path.slice(1)}']['input']`,
      JSON.parse(body),
    ]);
    assert.ok(questions.length > 20, String(questions.length));
    const imports = "import type { EndpointTypeMap } from '@fal-ai/client/endpoints';";
    assert.deepEqual([...new Set(problemsOf(imports, questions))], [QUOTED]);
  });

  it('reject an unknown field, an unknown value, and a number as text', () => {
    const imports = "import type { RunwayML } from '@runwayml/sdk';";
    const type = 'RunwayML.VideoUpscaleCreateParams';
    const sent = { model: 'magnific_video_upscaler_creative', videoUri: 'runway://x', resolution: '2k' };
    const problems = problemsOf(imports, [
      ['nothing', type, sent],
      ['a field', type, { ...sent, frames: 60 }],
      ['a value', type, { ...sent, resolution: '8k' }],
      ['a text', type, { ...sent, creativity: '0' }],
    ]);
    assert.deepEqual(
      problems.map((problem) => problem.split(':')[0]),
      ['a field', 'a value', 'a text'],
    );
  });
});
