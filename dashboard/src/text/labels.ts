/** Display names of the API's enumerations. An unknown value is shown unchanged. */
import type { Modality, PredictionState } from '../api/types';

export const MODALITIES: Record<Modality, string> = {
  image: 'Image',
  video: 'Video',
  audio: 'Audio',
  '3d': '3D',
};

export const OPERATIONS: Record<string, string> = {
  'text-to-image': 'Text to image',
  'image-to-image': 'Image to image',
  upscale: 'Upscale',
  'remove-background': 'Remove background',
  reframe: 'Reframe',
  'text-to-video': 'Text to video',
  'image-to-video': 'Image to video',
  'video-upscale': 'Video upscale',
  music: 'Music',
  'sound-effect': 'Sound effect',
  speech: 'Speech',
  'text-to-3d': 'Text to 3D',
  'image-to-3d': 'Image to 3D',
};

export const STATES: Record<PredictionState, string> = {
  processing: 'Processing',
  completed: 'Completed',
  failed: 'Failed',
};

export const LEDGER_KINDS: Record<string, string> = {
  grant: 'Grant',
  charge: 'Charge',
  refund: 'Refund',
  adjustment: 'Adjustment',
  debt: 'Debt',
  expiry: 'Expiry',
};

export const TIMELINE: Record<string, string> = {
  accepted: 'Accepted',
  charged: 'Charged',
  queued: 'Queued',
  attempt_started: 'Attempt started',
  submitted: 'Submitted to the engine',
  attempt_failed: 'Attempt failed',
  engine_busy: 'Waiting: the engine is busy',
  retry_scheduled: 'Retry scheduled',
  output_stored: 'Result stored',
  completed: 'Completed',
  failed: 'Failed',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
};

export function nameIn(names: Record<string, string>, key: string): string {
  return names[key] ?? key;
}

/** Returns the label of an input field: `aspectRatio` → `Aspect ratio`, `imageUrl` → `Image`. */
export function fieldLabel(name: string): string {
  const words = name
    .replace(/Urls?$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
