/** The shipped models of ComfyUI as examples of work, and the adapter in both its dialects. */
import { join } from 'node:path';
import { ComfyuiProvider } from '../../../packages/engines/src/comfyui/comfyui.provider.js';
import { type Modality, readCatalogue } from '../../../src/catalogue/index.js';
import type { FileKind, WorkExample } from '../../support/engine-work.js';

export const SECRET = 'comfy-secret-5f1c';
export const CATALOGUE = join(process.cwd(), 'catalogue');

export const provider = (dialect: 'direct' | 'api-v2') => (url: string) =>
  new ComfyuiProvider({
    name: 'comfyui',
    url,
    secret: SECRET,
    options: { dialect, catalogueDirectory: CATALOGUE },
  });

const KINDS: Record<Modality, FileKind> = { image: 'png', video: 'mp4', audio: 'mp3', '3d': 'glb' };

/** With the shipped workflows: the default when only the URL is set. */
export const WORKS = readCatalogue(CATALOGUE)
  .models.filter((model) => model.provider === 'comfyui')
  .map(({ modelKey, model, modality, operation, inputSchema, options }): WorkExample => {
    const properties = inputSchema.properties as Record<string, { default?: unknown }>;
    const { prompt, imageUrl, ...rest } = properties;
    const defaults = Object.entries(rest).filter(([, schema]) => schema.default !== undefined);
    return {
      modelKey,
      model,
      modality,
      operation,
      options,
      input: {
        ...(prompt ? { prompt: 'a lighthouse at night' } : {}),
        ...Object.fromEntries(defaults.map(([field, schema]) => [field, schema.default])),
      },
      kind: KINDS[modality],
      ...(imageUrl ? { media: 'jpeg' as const } : {}),
    };
  });
export const [TEXT] = WORKS as [WorkExample];
export const WITH_PICTURE = WORKS.find(({ operation }) => operation === 'upscale')!;
