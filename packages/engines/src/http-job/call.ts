import { FormData } from 'undici';
import type { Work } from '../provider.js';
import {
  BAD_INPUT,
  type EngineRequest,
  fillPath,
  fillTemplate,
  NotSubmitted,
  placeholdersOf,
  type TemplateValues,
} from '../wire/index.js';
import type { Call, Job } from './declaration.js';
import { MediaFile } from './media-file.js';
import { templateValues } from './template-values.js';

type Request = Omit<EngineRequest, 'signal'>;

/**
 * @param known additional values: `upload`, `previousId`.
 * @throws {NotSubmitted} when the engine cannot take the input. @throws the errors of `work.media`.
 */
export async function requestOf(
  call: Call,
  job: Job,
  work: Work,
  known: TemplateValues = {},
): Promise<Request> {
  const { method = 'POST', path, query, headers, json, form } = call;
  const wanted = placeholdersOf([path, query, json, form]);
  const values = { ...(await templateValues(work, job, wanted)), ...known };
  const url = fillPath(path, values);
  if (url === null) throw new NotSubmitted({ ...BAD_INPUT, internal: `nothing to put into ${path}` });
  return {
    method,
    url,
    headers,
    query: query && (fillTemplate(query, values) as Record<string, string>),
    json: json === undefined ? undefined : fillTemplate(json, await withDataUris(values)),
    form: form && (await formOf(fillTemplate(form, values) as Record<string, unknown>)),
  };
}

async function withDataUris(values: TemplateValues): Promise<TemplateValues> {
  const entries = Object.entries(values).map(async ([name, value]) => [
    name,
    value instanceof MediaFile ? await value.dataUri() : value,
  ]);
  return Object.fromEntries((await Promise.all(entries)) as [string, unknown][]);
}

/** A list becomes several fields of one name; objects become JSON. */
export async function formOf(fields: Readonly<Record<string, unknown>>): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const item of [value].flat()) {
      if (item instanceof MediaFile) form.append(name, await item.blob(), item.name);
      else form.append(name, typeof item === 'object' ? JSON.stringify(item) : String(item));
    }
  }
  return form;
}
