/** GET /v1/models, and what openapi.json says of the routes. */
import { client, refusal, service, useFront } from './front-kit.js';

useFront({
  aliases: {
    'gpt-image-1': 'embedded-image',
    'sora-2': 'embedded-video',
    voiced: { speech: 'embedded-speech', voices: { alloy: 'de' }, drop: ['instructions'] },
  },
});

interface Operation {
  operationId: string;
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
      offprint: { models: { speech: 'embedded-speech' }, voices: { alloy: 'de' }, drop: ['instructions'] },
    });
    expect(await refusal(client.models.retrieve('gpt-9'))).toMatchObject({
      status: 404,
      code: 'model_not_found',
    });
    expect(await refusal(client.models.delete('gpt-image-1'))).toMatchObject({ status: 405 });
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
