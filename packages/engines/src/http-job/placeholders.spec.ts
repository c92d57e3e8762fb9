import type { Job } from './declaration.js';
import { problemsOfPlaceholders } from './placeholders.js';

const schema = (...fields: string[]) => ({
  properties: Object.fromEntries(
    fields.map((field) => [field, field === 'mood' ? { enum: ['calm', 'wild'] } : {}]),
  ),
});
const job = (json: unknown, more: Partial<Job> = {}): Job => ({
  submit: { path: '/jobs', json },
  result: { bytes: true },
  ...more,
});

describe('the names in templates', () => {
  it('are fields of the input, derived values and declared values', () => {
    const json = [
      '{{prompt}} {{durationMs}} {{width}}x{{height}} {{model}} {{predictionId}} {{voice}}',
      '{{image}} {{imageBase64}} {{imageType}} {{outpaintLeft}}',
    ];
    const values = { voice: 'anna' };
    const fields = schema('prompt', 'duration', 'aspectRatio', 'resolution', 'imageUrl');
    expect(problemsOfPlaceholders([job(json, { values })], fields)).toEqual([]);
  });

  it('require the fields that price a clip, which count as sent', () => {
    const clip = { seconds: 'duration', framesPerSecond: 'frameRate' };
    const jobs = [job('{{video}}', { clip })];
    expect(problemsOfPlaceholders(jobs, schema('videoUrl', 'duration', 'frameRate'))).toEqual([]);
    expect(problemsOfPlaceholders(jobs, schema('videoUrl', 'duration'))).toEqual([
      'clip: frameRate is no field of the input',
    ]);
  });

  it('are rejected when they would have no value', () => {
    expect(problemsOfPlaceholders([job('{{promt}} {{prompt}}')], schema('prompt'))).toEqual([
      '{{promt}} is not known here',
    ]);
    for (const name of [
      'image',
      'video',
      'durationMs',
      'width',
      'outpaintUp',
      'upload',
      'previousId',
      'id',
      'secret',
    ])
      expect(problemsOfPlaceholders([job(`{{${name}}}`)], schema())).toEqual([
        `{{${name}}} is not known here`,
      ]);
  });

  it('are the file, or a link that is called one: never the caller’s address by accident', () => {
    expect(problemsOfPlaceholders([job('{{imageUrl}} {{image}}')], schema('imageUrl'))).toEqual([
      '{{imageUrl}}: use {{image}}, our checked copy, or {{imageLink}}',
    ]);
  });

  it('include the id but no input in a poll, and values of earlier calls only in later ones', () => {
    const poll = { path: '/jobs/{{id}}/{{prompt}}' };
    expect(problemsOfPlaceholders([job('{{prompt}}', { poll })], schema('prompt'))).toEqual([
      '{{prompt}} is not known here',
    ]);
    expect(problemsOfPlaceholders([job('{{prompt}}'), job('{{previousId}}')], schema('prompt'))).toEqual([]);
    const upload = { path: '/files', form: { file: '{{image}}' }, value: 'id' };
    expect(problemsOfPlaceholders([job('{{upload}}', { upload })], schema('imageUrl'))).toEqual([]);
  });

  it('include the result’s id only where the result is fetched', () => {
    const fetching = (path: string): Job => job('{{prompt}}', { result: { fetch: { path }, bytes: true } });
    expect(problemsOfPlaceholders([fetching('/f/{{+resultId}}/{{id}}')], schema('prompt'))).toEqual([]);
    expect(problemsOfPlaceholders([fetching('/f/{{prompt}}')], schema('prompt'))).toEqual([
      '{{prompt}} is not known here',
    ]);
    const poll = { path: '/jobs/{{resultId}}' };
    expect(problemsOfPlaceholders([job('{{prompt}}', { poll })], schema('prompt'))).toEqual([
      '{{resultId}} is not known here',
    ]);
  });

  it('keep slashes in no request that contains callers’ values', () => {
    const rule = '{{+name}} is for the paths of poll, cancel and result/fetch only';
    const submit = { path: '/models/{{+voice}}' };
    expect(problemsOfPlaceholders([job(null, { submit })], schema('voice'))).toEqual([rule]);
    expect(problemsOfPlaceholders([job({ text: ['{{+prompt}}'] })], schema('prompt'))).toEqual([rule]);
    const poll = { path: '/v1/{{+id}}' };
    expect(problemsOfPlaceholders([job('{{prompt}}', { poll })], schema('prompt'))).toEqual([]);
  });

  it('reject an input field of callers that is never sent to the engine', () => {
    expect(problemsOfPlaceholders([job('{{prompt}}')], schema('prompt', 'seed'))).toEqual([
      'the field seed is never sent',
    ]);
  });

  it('choose among all values that callers may give', () => {
    const cases = { $case: 'mood', calm: 'a' };
    expect(problemsOfPlaceholders([job(cases)], schema('mood'))).toEqual(['$case mood has nothing for wild']);
    expect(problemsOfPlaceholders([job({ ...cases, wild: 'b' })], schema('mood'))).toEqual([]);
    expect(problemsOfPlaceholders([job({ $case: 'size', a: 1 })], schema('size'))).toEqual([
      '$case size needs a field with an enum',
    ]);
  });

  it('are unambiguous', () => {
    expect(
      problemsOfPlaceholders([job('{{prompt}}', { values: { prompt: 'x' } })], schema('prompt')),
    ).toEqual(['values/prompt is a field of the input as well']);
  });
});
