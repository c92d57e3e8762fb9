/** The engine gets our checked copies of a prediction's input media before the work is submitted. */
import { openAsBlob } from 'node:fs';
import { extname } from 'node:path';
import type { Work } from '../provider.js';
import { placeholdersOf, type TemplateValues } from '../wire/index.js';
import type { WorkflowTemplate } from './workflow-template.js';

/** Allows up to 100 MB of video on a slow line. */
export const UPLOAD_MS = 180_000;

export interface InputFile {
  /** Never the caller's own file name: `image.png`. */
  name: string;
  contentType: string;
  /** Streams from disk. */
  bytes: Blob;
}

const FIELDS = { image: 'imageUrl', video: 'videoUrl' } as const;

/**
 * @param upload returns the name by which the workflow refers to the file.
 * @returns the values of `image` and `video`. @throws the errors of `work.media` and `upload`.
 */
export async function uploadMedia(
  work: Work,
  { bindings }: WorkflowTemplate,
  upload: (file: InputFile) => Promise<unknown>,
): Promise<TemplateValues> {
  const names = placeholdersOf(bindings.map(({ value }) => value));
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(FIELDS)) {
    if (!names.has(name) || work.input[field] === undefined) continue;
    const { path, contentType } = await work.media(field);
    const bytes = await openAsBlob(path, { type: contentType });
    values[name] = await upload({ name: `${name}${extensionFor(contentType, path)}`, contentType, bytes });
  }
  return values;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'video/quicktime': '.mov',
  'video/matroska': '.mkv',
};

/** Servers distinguish pictures from clips by the extension alone. */
function extensionFor(contentType: string, path: string): string {
  const plain = /^(?:image|video)\/([a-z0-9]+)$/.exec(contentType)?.[1];
  return EXTENSIONS[contentType] ?? (plain ? `.${plain}` : extname(path));
}
