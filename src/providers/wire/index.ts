export { type ClipBounds, fieldsOfClip, frameRateWithin } from './clip.js';
export {
  AnswerLost,
  type EngineResponse,
  EngineClient,
  type EngineRequest,
  NotSent,
} from './engine-client.js';
export { dataUriOf, fileAt, fileOfBase64, isFileAddress } from './files.js';
export { numberOf, recordOf, textOf } from './json.js';
export { progressInLog } from './log-progress.js';
export { checkOptions, inputFor, readMapping, readOutputNames } from './mapping.js';
export {
  BAD_INPUT,
  pollLater,
  FAILED,
  NO_OUTPUT,
  outcomeOfPollResponse,
  outcomeOfPollError,
  REFUSED,
  REJECTED,
  outcomeOfSubmitResponse,
  outcomeOfSubmitError,
} from './outcomes.js';
export { outpaint } from './outpaint.js';
export { pictureSize, type PictureSize, ratioOf, sizeWithin } from './picture-size.js';
export { NotSubmitted, prepare } from './preparation.js';
export { retryAfterMs } from './retry-after.js';
export { ping } from './ping.js';
export { casesOf, fillTemplate, placeholdersOf, type TemplateValues } from './template.js';
