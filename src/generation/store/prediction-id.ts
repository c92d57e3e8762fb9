import { parsePublicId, publicId } from '../../http/index.js';

/** `pred_` + the 32 hex digits of a UUIDv7: sortable by creation, unguessable. */
export const predictionIdOf = (uuid: string): string => publicId('pred', uuid);
export const parsePredictionId = (text: string): string | null => parsePublicId('pred', text);
