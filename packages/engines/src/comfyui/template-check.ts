/** Runs at boot, so that the operator sees where a model's input schema and its workflow do not fit together. */
import type { CatalogueModel } from '../model.js';
import { casesOf, placeholdersOf, recordOf } from '../wire/index.js';
import type { WorkflowTemplate } from './workflow-template.js';

/** Maps a value that the adapter derives to the caller's field that it needs, if any. */
const DERIVED: Readonly<Record<string, string | null>> = {
  seed: null,
  width: null,
  height: null,
  predictionId: null,
  frames: 'duration',
  image: 'imageUrl',
  video: 'videoUrl',
};

/** Maps a field to the other names under which it reaches a workflow. */
const REACHES_AS: Readonly<Record<string, readonly string[]>> = {
  imageUrl: ['image'],
  videoUrl: ['video'],
  duration: ['duration', 'frames'],
  aspectRatio: ['aspectRatio', 'width', 'height'],
  resolution: ['resolution', 'width', 'height'],
};

interface Schema {
  fields: Readonly<Record<string, unknown>>;
  required: readonly string[];
}

/**
 * Lists mistakes that would fail later or silently change what callers ask for: an unknown placeholder, one that would pass a caller's URL
 * to the engine, a `$case` that does not cover every value, a field that the workflow ignores.
 */
export function problemsOfTemplate(template: WorkflowTemplate, { inputSchema }: CatalogueModel): string[] {
  const schema = {
    fields: recordOf(inputSchema.properties),
    required: (inputSchema.required ?? []) as readonly string[],
  };
  const values = template.bindings.map(({ value }) => value);
  const names = placeholdersOf(values);
  return [
    ...[...names].flatMap((name) => problemOfName(name, template, schema) ?? []),
    ...template.bindings.flatMap(({ place, value }) =>
      casesOf(value).flatMap((choice) => problemsOfCase(place, choice, schema)),
    ),
    ...Object.keys(schema.fields)
      .filter((field) => !(REACHES_AS[field] ?? [field]).some((name) => names.has(name)))
      .map((field) => `the field ${field} does not reach the workflow`),
  ];
}

function problemOfName(
  name: string,
  { frames }: WorkflowTemplate,
  { fields, required }: Schema,
): string | null {
  const shown = `{{${name}}}`;
  if (recordOf(fields[name]).format === 'media-url')
    return `${shown} would hand an address that a caller wrote to the engine: {{image}} and {{video}} are our copies`;
  if (Object.hasOwn(fields, name)) return null;
  if (!Object.hasOwn(DERIVED, name)) {
    const known = [...Object.keys(fields), ...Object.keys(DERIVED)].join(', ');
    return `${shown} stands for nothing; there are ${known}`;
  }
  const needed = DERIVED[name];
  if (needed && !Object.hasOwn(fields, needed)) return `${shown} needs the field ${needed}`;
  if ((name === 'image' || name === 'video') && !required.includes(needed!))
    return `${shown} needs ${needed} to be required: the workflow cannot do without it`;
  return name === 'frames' && !frames ? `${shown} needs the option frames` : null;
}

function problemsOfCase(
  place: string,
  choice: { name: string; values: string[] },
  { fields }: Schema,
): string[] {
  const known = recordOf(fields[choice.name]).enum;
  if (!Array.isArray(known)) return [`inputs: ${place}: $case ${choice.name} needs an enum to choose from`];
  return known
    .filter((value) => !choice.values.includes(String(value)))
    .map((value) => `inputs: ${place}: $case ${choice.name} has nothing for ${String(value)}`);
}
