/**
 * Templates get the prediction's input under its own names, values derived from it, and its media in the formats that engines accept. Media
 * are fetched only when a template uses them.
 */
import type { Work } from '../provider.js';
import { BAD_INPUT, NotSubmitted, type TemplateValues } from '../wire/index.js';
import type { Job } from './declaration.js';
import { paddingOf, sizeOf } from './frame-size.js';
import { type MediaField, MediaFile } from './media-file.js';

const FIELDS: Readonly<Record<string, MediaField>> = { image: 'imageUrl', video: 'videoUrl' };
const MEDIA_NAME = /^(image|video)(Base64|Link|Mime|Name|Type|)$/;

/**
 * @param wanted names used by the templates.
 * @returns media as `MediaFile`; a form sends it as a file part, JSON as a data URI.
 * @throws {NotSubmitted} when the engine cannot take the input. @throws the errors of `work.media`.
 */
export async function templateValues(
  work: Work,
  job: Pick<Job, 'values' | 'size' | 'media' | 'clip'>,
  wanted: ReadonlySet<string>,
): Promise<TemplateValues> {
  const { imageUrl: _image, videoUrl: _video, ...fields } = work.input;
  const { duration } = fields;
  return {
    predictionId: work.predictionId,
    attempt: work.attempt,
    model: work.model,
    ...sizeOf(fields, job.size),
    ...(typeof duration === 'number' ? { durationMs: Math.round(duration * 1000) } : {}),
    ...job.values,
    ...fields,
    ...(await mediaValues(work, wanted, job)),
  };
}

async function mediaValues(
  work: Work,
  wanted: ReadonlySet<string>,
  job: Pick<Job, 'media' | 'clip'>,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  const pads = [...wanted].some((name) => name.startsWith('outpaint'));
  for (const [kind, field] of Object.entries(FIELDS)) {
    const names = [...wanted].filter((name) => MEDIA_NAME.exec(name)?.[1] === kind);
    const needed = names.length > 0 || (pads && kind === 'image');
    if (!needed || work.input[field] === undefined) continue;
    const file = await MediaFile.open(work, field, job);
    for (const name of names) values[name] = await valueOfMedia(work, field, file, name.slice(kind.length));
    if (pads && kind === 'image') Object.assign(values, await padding(file, work));
  }
  return values;
}

async function valueOfMedia(work: Work, field: MediaField, file: MediaFile, form: string): Promise<unknown> {
  switch (form) {
    case 'Base64':
      return file.base64();
    case 'Mime':
      return file.contentType;
    case 'Name':
      return file.name;
    case 'Type':
      return file.extension;
    case 'Link':
      return linkOf(work, field);
    default:
      return file;
  }
}

/** Some engines accept only the caller's own link. We have fetched and checked it, but the engine may find different content there. */
function linkOf(work: Work, field: MediaField): string {
  const link = String(work.input[field]);
  if (/^https:\/\//i.test(link)) return link;
  throw new NotSubmitted({ ...BAD_INPUT, message: `This model takes ${field} only as an https link.` });
}

async function padding(file: MediaFile, work: Work): Promise<Record<string, number>> {
  const sides = { ...paddingOf(await file.size(), work.input.aspectRatio) };
  if (Object.values(sides).some((pixels) => pixels > 0)) return sides;
  throw new NotSubmitted({ ...BAD_INPUT, message: 'The picture has this aspect ratio already.' });
}
