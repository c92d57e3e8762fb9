/** What an adapter over HTTP is written with: one client, one table of outcomes, and readers of what engines answer. */
export { type ClipBounds, fieldsOfClip, frameRateWithin } from './clip.js';
export { EngineClient, type EngineRequest, type EngineResponse, type EngineToken } from './engine-client.js';
export { AnswerLost, AnswerUnusable, NotSent, UnusableAddress } from './exchange-errors.js';
export { dataUriOf, fileAt, fileOfBase64, isFileAddress } from './files.js';
export { numberOf, parseJson, recordOf, textOf } from './json.js';
export { progressInLog } from './log-progress.js';
export { checkOptions, inputFor, type Mapping, readMapping, readOutputNames, type Send } from './mapping.js';
export {
  BAD_INPUT,
  FAILED,
  NO_OUTPUT,
  outcomeOfPollError,
  outcomeOfPollResponse,
  outcomeOfSubmitError,
  outcomeOfSubmitResponse,
  pollLater,
  REFUSED,
  REJECTED,
} from './outcomes.js';
export { type Outpaint, outpaint } from './outpaint.js';
export { type PictureSize, pictureSize, ratioOf, sizeWithin } from './picture-size.js';
export { ping } from './ping.js';
export { NotSubmitted, prepare } from './preparation.js';
export { retryAfterMs } from './retry-after.js';
export { lacksRoute } from './route-probe.js';
export { SignedToken } from './signed-token.js';
export {
  casesOf,
  fillPath,
  fillTemplate,
  keepsSlashes,
  placeholdersOf,
  type TemplateValues,
} from './template.js';
