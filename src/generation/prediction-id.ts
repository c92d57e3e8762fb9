import { parsePublicId, publicId } from '../platform/http/index.js';

/** The public id: `pred_` and the 32 hex digits of a UUIDv7. It sorts by creation time and cannot be guessed. */
export const predictionIdOf = (uuid: string): string => publicId('pred', uuid);
export const parsePredictionId = (text: string): string | null => parsePublicId('pred', text);
