/** The names of models: GET /v1/models, what administrators see of them, and what openapi.json says of the routes. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { client, key, refusal, service, useFront } from './front-kit.js';

useFront({
  aliases: {
    'gpt-image-1': 'embedded-image',
    'sora-2': 'embedded-video',
    'dall-e-2': { images: 'painter-image', edits: 'painter-edit', drop: ['seed', 'style'] },
    voiced: { speech: 'embedded-speech', voices: { alloy: 'de', nova: 'en' }, drop: ['instructions'] },
  },
});

/** Switches the model of an alias on or off, as an administrator does. */
async function sellSpeech(enabled: boolean): Promise<void> {
  const { token } = await service.account({ role: 'admin' });
  const path = '/api/admin/catalogue/models/embedded-speech';
  expect((await service.request('PATCH', path, { token, body: { enabled } })).status).toBe(200);
}

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  requestBody?: {
    content: Record<string, { schema: { properties: Record<string, object>; required?: string[] } }>;
  };
  responses: Record<string, { content: Record<string, { schema: { properties?: object } }> }>;
}

describe('the description of the service', () => {
  let paths: Record<string, Record<string, Operation>>;
  beforeAll(async () => {
    ({ paths } = (await (await fetch(`${service.url}/api/openapi.json`)).json()) as { paths: typeof paths });
  });

  it('has the routes, each with a name of its own, and none that only refuses', () => {
    const names = Object.values(paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(paths['/v1/images/generations']!.post!.operationId).toBe('imagesGenerate');
    expect(Object.keys(paths).filter((path) => path.startsWith('/v1/'))).toEqual([
      '/v1/models',
      '/v1/models/{name}',
      '/v1/images/generations',
      '/v1/images/edits',
      '/v1/audio/speech',
      '/v1/videos',
      '/v1/videos/{predictionId}',
      '/v1/videos/{predictionId}/content',
    ]);
  });

  it('has a summary, a description, a described topic and a successful answer of each', async () => {
    const { tags } = (await (await fetch(`${service.url}/api/openapi.json`)).json()) as { tags: object[] };
    const ours = Object.entries(paths).filter(([path]) => path.startsWith('/v1/'));
    expect(tags).toContainEqual({
      name: 'OpenAI-compatible',
      description: expect.stringMatching(/./) as string,
    });
    for (const [path, methods] of ours)
      for (const operation of Object.values(methods)) {
        const has = {
          summary: !!operation.summary,
          description: !!operation.description,
          tags: operation.tags,
        };
        expect([path, has]).toEqual([
          path,
          { summary: true, description: true, tags: ['OpenAI-compatible'] },
        ]);
        expect([path, Object.keys(operation.responses['200']!.content).length > 0]).toEqual([path, true]);
      }
  });

  it.each([
    [
      '/v1/images/generations',
      ['application/json'],
      ['prompt', 'model', 'n', 'size', 'response_format', 'user'],
    ],
    ['/v1/images/edits', ['multipart/form-data', 'application/json'], ['image', 'prompt', 'model']],
    ['/v1/audio/speech', ['application/json'], ['model', 'input', 'voice', 'response_format', 'speed']],
    [
      '/v1/videos',
      ['multipart/form-data', 'application/json'],
      ['prompt', 'model', 'seconds', 'input_reference'],
    ],
  ])('has the body of %s: its types, its parameters, and room for the model’s own', (path, types, names) => {
    const { content } = paths[path]!.post!.requestBody!;
    expect(Object.keys(content)).toEqual(types);
    for (const { schema } of Object.values(content)) {
      expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(names));
      expect(schema).toMatchObject({ type: 'object', additionalProperties: true });
    }
  });

  it('has their answers: an image, a video and a page are as described', async () => {
    const document = (await (await fetch(`${service.url}/api/openapi.json`)).json()) as object;
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    for (const format of ['binary', 'password']) ajv.addFormat(format, true);
    ajv.addSchema(document, 'served');
    const problemsOf = (name: string, value: unknown) => {
      const validate = ajv.compile({ $ref: `served#/components/schemas/${name}` });
      validate(value);
      return validate.errors ?? [];
    };
    const ask = async (path: string, body?: object) => {
      const init = body && { method: 'POST', body: JSON.stringify(body) };
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      return (await (await fetch(`${service.url}${path}`, { ...init, headers })).json()) as { id: string };
    };
    const video = await ask('/v1/videos', { prompt: 'x', seconds: '1' });
    expect(problemsOf('OpenAiVideo', video)).toEqual([]);
    expect(problemsOf('OpenAiVideos', await ask('/v1/videos'))).toEqual([]);
    expect(problemsOf('OpenAiModels', await ask('/v1/models'))).toEqual([]);
    const images = await ask('/v1/images/generations', {
      model: 'gpt-image-1',
      prompt: 'x',
      size: '512x512',
    });
    expect(problemsOf('OpenAiImages', images)).toEqual([]);
    expect(problemsOf('OpenAiVideo', { ...video, id: undefined })).not.toEqual([]);
  });

  it('has their errors in OpenAI’s shape, 402 where credits are charged, 504 where a result is awaited', () => {
    const statuses: Record<string, string[]> = {};
    for (const [path, methods] of Object.entries(paths).filter(([path]) => path.startsWith('/v1/')))
      for (const [method, { responses }] of Object.entries(methods)) {
        const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400);
        for (const [, { content }] of errors)
          expect(content['application/json']!.schema.properties).toHaveProperty('error');
        statuses[`${method} ${path}`] = errors.map(([status]) => status);
      }
    const having = (status: string) =>
      Object.keys(statuses).filter((route) => statuses[route]!.includes(status));
    const awaited = ['post /v1/images/generations', 'post /v1/images/edits', 'post /v1/audio/speech'];
    expect(having('504')).toEqual(awaited);
    expect(having('402')).toEqual([...awaited, 'post /v1/videos']);
    expect(having('429')).toEqual(Object.keys(statuses));
  });
});

describe('models', () => {
  it('are the keys of the catalogue that the routes serve, and the aliases', async () => {
    const ids = [];
    for await (const model of client.models.list()) ids.push(model.id);
    expect(ids).toEqual(expect.arrayContaining(['embedded-image', 'gpt-image-1', 'painter-edit', 'sora-2']));
    expect(ids).not.toContain('embedded-mesh');
    expect(await client.models.retrieve('gpt-image-1')).toEqual({
      id: 'gpt-image-1',
      object: 'model',
      created: 0,
      owned_by: 'offprint',
      offprint: { models: { images: 'embedded-image' } },
    });
    expect(await client.models.retrieve('voiced')).toMatchObject({
      offprint: {
        models: { speech: 'embedded-speech' },
        voices: { alloy: 'de', nova: 'en' },
        drop: ['instructions'],
      },
    });
    expect(await refusal(client.models.retrieve('gpt-9'))).toMatchObject({
      status: 404,
      code: 'model_not_found',
    });
    expect(await refusal(client.models.delete('gpt-image-1'))).toMatchObject({ status: 405 });
  });
});

describe('one model', () => {
  it('is answered as it is offered now, and the name of what is withheld is unknown meanwhile', async () => {
    const read = () => client.models.retrieve('voiced');
    await read();
    await sellSpeech(false);
    expect(await refusal(read())).toMatchObject({ status: 404, code: 'model_not_found' });
    await sellSpeech(true);
    expect(await read()).toMatchObject({ id: 'voiced' });
  });
});

describe('administrators', () => {
  const read = async () => {
    const { token } = await service.account({ role: 'admin' });
    return (await service.request('GET', '/api/admin/extensions', { token })).body;
  };

  it('see what each alias stands for, by use, and whether it is on offer now', async () => {
    await sellSpeech(false);
    expect(await read()).toEqual({
      success: true,
      items: [
        {
          title: 'OpenAI routes: aliases',
          columns: ['Name', 'Use', 'Model', 'Voices', 'Left out', 'If none is named', 'On offer'],
          rows: [
            ['gpt-image-1', 'images', 'embedded-image', '', '', '', 'yes'],
            ['sora-2', 'videos', 'embedded-video', '', '', 'yes', 'yes'],
            ['dall-e-2', 'images', 'painter-image', '', 'seed, style', 'yes', 'yes'],
            ['dall-e-2', 'edits', 'painter-edit', '', 'seed, style', 'yes', 'yes'],
            ['voiced', 'speech', 'embedded-speech', 'alloy=de, nova=en', 'instructions', '', 'no'],
          ],
        },
      ],
    });
    await sellSpeech(true);
    expect((await read()).items[0].rows.at(-1).at(-1)).toBe('yes');
  });
});

describe('without a key', () => {
  it('the voices and the models that speak are listed, by the names that callers use', async () => {
    const read = async (path: string) => (await fetch(`${service.url}/v1/audio/${path}`)).json();
    const { voices } = (await read('voices')) as { voices: { id: string }[] };
    expect(voices.map(({ id }) => id)).toEqual(expect.arrayContaining(['en', 'de', 'alloy']));
    const { models } = (await read('models')) as { models: { id: string }[] };
    expect(models.map(({ id }) => id)).toEqual(['embedded-speech', 'voiced']);
  });
});

describe('what is offered', () => {
  it.each(['/v1/models', '/v1/audio/voices', '/v1/audio/models'])(
    '%s has an ETag, and is 304 until it changes',
    async (path) => {
      const read = async (tag?: string) => {
        // Fetch would ask for no cached copy.
        const condition = tag && { 'if-none-match': tag, 'cache-control': 'max-age=0' };
        const headers = { authorization: `Bearer ${key}`, ...condition };
        const response = await fetch(`${service.url}${path}`, { headers });
        return { response, body: await response.text(), tag: response.headers.get('etag') ?? '' };
      };
      const first = await read();
      expect(first.tag).toMatch(/^"[\w-]+"$/);
      const again = await read(first.tag);
      expect([again.response.status, again.body, again.tag]).toEqual([304, '', first.tag]);
      await sellSpeech(false);
      const without = await read(first.tag);
      expect(without.response.status).toBe(200);
      expect(without.body).not.toBe(first.body);
      await sellSpeech(true);
      expect((await read()).body).toBe(first.body);
    },
  );

  it('needs a key again when it was read with one', async () => {
    await client.models.list();
    expect((await fetch(`${service.url}/v1/models`)).status).toBe(401);
  });
});
