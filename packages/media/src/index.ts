export {
  type CleanedCopy,
  type FileMark,
  readMark,
  readSourceType,
  sourceOf,
  withCleanedCopy,
} from './cleaning/clean.js';
export { type InputPicture, prepareInputPicture } from './cleaning/input-picture.js';
export {
  type DataUrlFile,
  type DataUrlLimits,
  decodeDataUrl,
  problemOfDataUrl,
  readDataUrl,
} from './fetching/data-url.js';
export { type FetchRefusal, FetchRefused } from './fetching/fetch-refused.js';
export { type FetchPolicy, type FetchScheme, parseUrl } from './fetching/fetch-target.js';
export { classifyHost, type HostVerdict, isPublicAddress } from './fetching/outside-address.js';
export { OutsideNetwork, type ResolvedAddress } from './fetching/outside-network.js';
export { type OutsideRequest, OutsideSender } from './fetching/outside-sender.js';
export { type FetchedFile, type FetchOptions, SafeFetcher } from './fetching/safe-fetcher.js';
export { type FileSource, writeNewFile, type WrittenFile } from './files/file-writing.js';
export type { MediaFile } from './files/media-file.js';
export {
  claimsMatch,
  type ContentFamily,
  contentTypeOfName,
  extensionOf,
  familyOf,
  findOtherType,
  type FoundContent,
  normalizeContentType,
  sniffContent,
  sniffResult,
} from './inspection/content-type.js';
export {
  inspectAsset,
  type InspectedAsset,
  inspectPicture,
  isInspectedInMemory,
} from './inspection/inspect.js';
export { inspectBytes } from './inspection/inspect-bytes.js';
export type { PixelSize } from './inspection/pixel-size.js';
export { INPUT_POLICY, type InspectionPolicy, RESULT_POLICY } from './inspection/policy.js';
export { FileTooLarge, MediaError, type MediaProblem } from './media-error.js';
