/** What the routes do with models, decided by the models' own fields: no model is named here. Pure. */
import type { CatalogueModel } from 'offprint';
import { propertiesOf, requiredOf } from './input-schema.js';

/** What a route does with a model. */
export const USES = ['images', 'edits', 'speech', 'videos'] as const;
export type Use = (typeof USES)[number];

const MEDIA: ReadonlySet<string> = new Set(['imageUrl', 'videoUrl']);

const SERVES: Record<Use, (model: CatalogueModel) => boolean> = {
  images: (model) => model.modality === 'image' && !requiredOf(model).some((field) => MEDIA.has(field)),
  edits: (model) => model.modality === 'image' && 'imageUrl' in propertiesOf(model),
  speech: (model) => model.operation === 'speech',
  videos: (model) => model.modality === 'video' && !requiredOf(model).includes('videoUrl'),
};

/** As the end of “The model does not …”. */
export const DOES: Record<Use, string> = {
  images: 'make images from a prompt',
  edits: 'edit an image',
  speech: 'speak a text',
  videos: 'make videos from a prompt or an image',
};

/** Returns whether a model can be used so. */
export const serves = (model: CatalogueModel, use: Use): boolean => SERVES[use](model);
