/** Finds mistakes in the names of a model's templates that would silently change what callers ask for. */
import { casesOf, fieldsOfClip, keepsSlashes, placeholdersOf, recordOf } from '../wire/index.js';
import type { Job } from './declaration.js';

/** Derived values: `of` must all be fields of the model, or with `any` at least one of them. */
const DERIVED: Readonly<Record<string, { of: readonly string[]; any?: true }>> = {
  durationMs: { of: ['duration'] },
  width: { of: ['aspectRatio', 'resolution'], any: true },
  height: { of: ['aspectRatio', 'resolution'], any: true },
  ...derivedOf('image', 'imageUrl'),
  ...derivedOf('video', 'videoUrl'),
  outpaintLeft: { of: ['imageUrl', 'aspectRatio'] },
  outpaintRight: { of: ['imageUrl', 'aspectRatio'] },
  outpaintUp: { of: ['imageUrl', 'aspectRatio'] },
  outpaintDown: { of: ['imageUrl', 'aspectRatio'] },
};
const ALWAYS = ['predictionId', 'attempt', 'model'];
/** Only available as our checked copy, or explicitly as the caller's link: `{{imageLink}}`. */
const MEDIA_FIELDS = ['imageUrl', 'videoUrl'];

function derivedOf(name: string, field: string): Record<string, { of: readonly string[] }> {
  const forms = ['', 'Base64', 'Link', 'Mime', 'Name', 'Type'];
  return Object.fromEntries(forms.map((form) => [`${name}${form}`, { of: [field] }]));
}

/** @param inputSchema of the model. */
export function problemsOfPlaceholders(
  jobs: readonly Job[],
  inputSchema: Readonly<Record<string, unknown>>,
): string[] {
  const fields = recordOf(inputSchema.properties);
  const problems = jobs.flatMap((job, index) => problemsOfJob(job, index, fields));
  const used = new Set(jobs.flatMap((job) => [...fieldsUsed(job)]));
  const unused = Object.keys(fields).filter((field) => !used.has(field));
  return [...new Set(problems), ...unused.map((field) => `the field ${field} is never sent`)];
}

function problemsOfJob(job: Job, index: number, fields: Readonly<Record<string, unknown>>): string[] {
  const values = Object.keys(job.values ?? {});
  const input = [...values, ...ALWAYS, ...namesOf(fields), ...(index > 0 ? ['previousId'] : [])];
  const places: [template: unknown, known: string[]][] = [
    [job.upload && templateOf(job.upload), input],
    [templateOf(job.submit), job.upload ? [...input, 'upload'] : input],
    [
      [job.poll?.path, job.cancel?.path],
      [...values, 'id'],
    ],
    [job.result.fetch?.path, [...values, 'id', 'resultId']],
  ];
  // A caller's value with slashes would select another path of the engine.
  const isUnbounded = keepsSlashes([templateOf(job.submit), job.upload && templateOf(job.upload)]);
  const unknown = places.flatMap(([template, known]) =>
    [...placeholdersOf(template)].filter((name) => !known.includes(name)),
  );
  const twice = values.filter((name) => Object.hasOwn(fields, name));
  const unpaid = fieldsOfClip(job.clip).filter((name) => !Object.hasOwn(fields, name));
  return [
    ...(isUnbounded ? ['{{+name}} is for the paths of poll, cancel and result/fetch only'] : []),
    ...unpaid.map((name) => `clip: ${name} is no field of the input`),
    ...unknown.map(describeUnknown),
    ...twice.map((name) => `values/${name} is a field of the input as well`),
    ...casesOf(templateOf(job.submit)).flatMap(({ name, values }) =>
      problemsOfCase(name, values, recordOf(fields[name]).enum),
    ),
  ];
}

function describeUnknown(name: string): string {
  if (!MEDIA_FIELDS.includes(name)) return `{{${name}}} is not known here`;
  const media = name.replace('Url', '');
  return `{{${name}}}: use {{${media}}}, our checked copy, or {{${media}Link}}`;
}

function problemsOfCase(name: string, values: string[], known: unknown): string[] {
  if (!Array.isArray(known)) return [`$case ${name} needs a field with an enum`];
  const missing = known.map(String).filter((value) => !values.includes(value));
  return missing.map((value) => `$case ${name} has nothing for ${value}`);
}

function namesOf(fields: Readonly<Record<string, unknown>>): string[] {
  const has = (field: string) => Object.hasOwn(fields, field);
  const derived = Object.entries(DERIVED).filter(([, { of, any }]) => (any ? of.some(has) : of.every(has)));
  const own = Object.keys(fields).filter((field) => !MEDIA_FIELDS.includes(field));
  return [...own, ...derived.map(([name]) => name)];
}

function fieldsUsed(job: Job): Set<string> {
  const names = placeholdersOf([
    job.upload && templateOf(job.upload),
    templateOf(job.submit),
    job.upload?.to?.file,
  ]);
  // `upload.to` sends the model's only file without a placeholder.
  if (job.upload?.to) names.add('image').add('video');
  fieldsOfClip(job.clip).forEach((name) => names.add(name));
  return new Set([...names].flatMap((name) => [name, ...(DERIVED[name]?.of ?? [])]));
}

function templateOf({ path, query, json, form }: Partial<Job['submit']>): unknown {
  return [path, query, json, form];
}
