import { readFileSync } from 'node:fs';
import { load as parse } from 'js-yaml';
import {
  type Field,
  fieldsOf,
  initialValues,
  inputOf,
  keepDraftValues,
  problemsOf,
  valuesForRerun,
} from './schema-fields';

interface CatalogueFile {
  models: { modelKey: string; input: object }[];
}

const models = (parse(readFileSync('catalogue/embedded.yaml', 'utf8')) as CatalogueFile).models;
const formOf = (modelKey: string) => fieldsOf(models.find((model) => model.modelKey === modelKey)!.input);
const field = (fields: Field[], name: string) => fields.find((each) => each.name === name)!;

describe('the form of a model', () => {
  it.each(models.map(({ modelKey }) => modelKey))('needs no JSON field for %s', (modelKey) => {
    expect(formOf(modelKey).map(({ kind }) => kind)).not.toContain('json');
  });

  it('lists required fields first', () => {
    const fields = formOf('embedded-image');
    expect(fields[0]).toMatchObject({
      name: 'prompt',
      kind: 'text',
      multiline: true,
      maxLength: 4000,
      required: true,
    });
    expect(fields.slice(1).every(({ required }) => !required)).toBe(true);
  });

  it('maps every type of value to its control', () => {
    const image = formOf('embedded-image');
    expect(field(image, 'aspectRatio')).toMatchObject({ kind: 'ratio', options: null, initial: '1:1' });
    expect(field(image, 'format')).toMatchObject({ kind: 'choice', options: ['png', 'webp', 'jpeg'] });
    expect(field(image, 'resolution')).toMatchObject({ kind: 'number', min: 256, max: 2048, integer: true });
    expect(field(image, 'seed')).toMatchObject({ kind: 'seed', max: 4294967295 });
    expect(field(formOf('embedded-video'), 'sound')).toMatchObject({ kind: 'switch', initial: true });
    expect(field(formOf('embedded-upscale'), 'imageUrl')).toMatchObject({
      kind: 'media',
      accepts: 'image',
      label: 'Image',
    });
    expect(field(formOf('embedded-video-upscale'), 'videoUrl')).toMatchObject({
      kind: 'media',
      accepts: 'video',
    });
  });

  it('uses a JSON field for an unknown type', () => {
    const [layers] = fieldsOf({ properties: { layers: { type: 'array', items: { type: 'string' } } } });
    expect(layers).toMatchObject({ kind: 'json', label: 'Layers' });
  });
});

describe('the request input', () => {
  const fields = formOf('embedded-image');

  it('contains only filled-in fields', () => {
    const values = { ...initialValues(fields), prompt: 'a harbour', seed: '' };
    expect(inputOf(fields, values)).toEqual({
      prompt: 'a harbour',
      aspectRatio: '1:1',
      resolution: 1024,
      format: 'png',
    });
  });

  it('keeps false and 0', () => {
    const video = formOf('embedded-video');
    expect(inputOf(video, { prompt: 'a', sound: false, seed: 0 })).toEqual({
      prompt: 'a',
      sound: false,
      seed: 0,
    });
  });
});

describe('validation before a request', () => {
  const fields = formOf('embedded-image');
  const problems = (values: object) =>
    problemsOf(fields, { ...initialValues(fields), prompt: 'a', ...values });

  it('finds no problem in a valid form', () => {
    expect(problems({})).toEqual({});
  });

  it.each([
    [{ prompt: '' }, 'prompt', 'This field is required.'],
    [{ prompt: '   ' }, 'prompt', 'This field is required.'],
    [{ prompt: '🖼'.repeat(4001) }, 'prompt', 'At most 4000 characters; this has 4001.'],
    [{ aspectRatio: '16/9' }, 'aspectRatio', 'Enter width and height as whole numbers, such as 16:9.'],
    [{ resolution: 255 }, 'resolution', 'A whole number from 256 to 2048.'],
    [{ resolution: 300.5 }, 'resolution', 'A whole number from 256 to 2048.'],
    [{ seed: -1 }, 'seed', 'A whole number from 0 to 4294967295.'],
  ])('%j', (values, name, message) => {
    expect(problems(values)).toEqual({ [name]: message });
  });

  it('counts code points, not UTF-16 units', () => {
    expect(problems({ prompt: '🖼'.repeat(4000) })).toEqual({});
  });

  it('requires the input media of a model', () => {
    expect(problemsOf(formOf('embedded-cutout'), {})).toEqual({
      imageUrl: 'Upload an image or give its link.',
    });
  });
});

describe('choosing another model', () => {
  it('keeps the prompt and the media, and no other value', () => {
    const draft = {
      prompt: 'a harbour',
      aspectRatio: '9:16',
      resolution: 512,
      imageUrl: '/api/assets/a.png',
    };
    expect(keepDraftValues(formOf('embedded-video'), draft)).toMatchObject({
      prompt: 'a harbour',
      aspectRatio: '16:9',
      resolution: '480p',
    });
    expect(keepDraftValues(formOf('embedded-upscale'), draft)).toMatchObject({
      imageUrl: '/api/assets/a.png',
    });
  });
});

describe('another run of an earlier prediction', () => {
  it('starts with the input of that prediction', () => {
    const fields = formOf('embedded-image');
    const values = valuesForRerun(fields, { prompt: 'a harbour', seed: 7, resolution: 512 });
    expect(values).toMatchObject({ prompt: 'a harbour', seed: 7, resolution: 512, format: 'png' });
  });

  it('omits inline media, which the service does not keep', () => {
    const fields = formOf('embedded-upscale');
    const values = valuesForRerun(fields, {
      imageUrl: 'data:image/png;base64,… (9 characters sent)',
      scale: 4,
    });
    expect(values).toMatchObject({ imageUrl: '', scale: 4 });
  });
});
