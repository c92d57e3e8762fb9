/** OpenAI's default size of a video. Pure. */
import { MappedRequest } from './mapped-request.js';
import { VIDEO_RULES } from './rules.js';

const USUAL_SIZE = '720x1280';
const SIZING = ['size', 'width', 'height', 'aspectRatio', 'resolution', 'imageUrl'];

/**
 * Sets the size that OpenAI documents as the default where a name that begins with `sora` is asked for without one, and the model makes
 * exactly it: typed clients read no other size than OpenAI's, and cannot ask for one that the model makes otherwise. A picture to begin
 * with has a size of its own.
 */
export function preferUsualSize(mapped: MappedRequest, name: string): void {
  if (!/^sora/i.test(name) || mapped.isGiven('size')) return;
  if (SIZING.some((field) => field in mapped.body)) return;
  const usual = new MappedRequest(mapped.model, false, mapped.alias).map({ size: USUAL_SIZE }, VIDEO_RULES);
  // A note says that the model makes another one.
  if (usual.mappedHeader === undefined) Object.assign(mapped.body, usual.body);
}
