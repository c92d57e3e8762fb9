export { AssetsModule } from './assets.module.js';
export { type CleanedCopy, type FileMark, readMark, withCleanedCopy } from './cleaning/clean.js';
export { type InputPicture, prepareInputPicture } from './cleaning/input-picture.js';
export { ExpectedFiles } from './delivery/expected-files.js';
export { OutputFiles } from './delivery/output-files.js';
export { type LinkParts, type LinkVerdict, SignedLinks } from './delivery/signed-links.js';
export { thumbnailName } from './delivery/thumbnails.js';
export { type DataUrlFile, decodeDataUrl, readDataUrl } from './fetching/data-url.js';
export { type FetchRefusal, FetchRefused } from './fetching/fetch-refused.js';
export {
  type AcquiredMedia,
  INPUT_LIMITS,
  type InputKind,
  InputMedia,
  InputRefused,
} from './fetching/input-media.js';
export { problemOfMediaLink } from './fetching/media-link.js';
export { classifyHost, type HostVerdict, isPublicAddress } from './fetching/outside-address.js';
export { OutsideNetwork, type ResolvedAddress } from './fetching/outside-network.js';
export { type OutsideRequest, OutsideSender } from './fetching/outside-sender.js';
export { type FetchedFile, type FetchOptions, SafeFetcher } from './fetching/safe-fetcher.js';
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
export { inspectAsset, type InspectedAsset, type PixelSize } from './inspection/inspect.js';
export { inspectBytes } from './inspection/inspect-bytes.js';
export { RESULT_POLICY } from './inspection/policy.js';
export {
  AssetMissing,
  AssetTooLarge,
  BadAssetName,
  BrokenAsset,
  findDiskFault,
  StorageFull,
  StorageUnavailable,
} from './storage/asset-errors.js';
export {
  inputName,
  inputPrefix,
  isAssetName,
  outputName,
  outputPrefix,
  parseUploadName,
} from './storage/asset-name.js';
export {
  type AssetFacts,
  type AssetLink,
  type AssetLinkOptions,
  type AssetSource,
  AssetStorage,
  type ByteRange,
  type OpenedAsset,
  type StoredAsset,
} from './storage/asset-storage.js';
export { type WrittenFile } from './storage/file-writing.js';
export { freeBytesOf } from './storage/free-bytes.js';
export { LocalDiskAssetStorage } from './storage/local-disk.asset-storage.js';
export { removeEach } from './storage/remove-each.js';
export { type Removal, removeExpired } from './storage/remove-expired.js';
export { checkWritable } from './storage/writable-check.js';
export { DashboardUploadsModule } from './uploads/dashboard-uploads.module.js';
export { type ReceivedForm, receiveForm } from './uploads/received-form.js';
export { type ReceivedMedia } from './uploads/received-media.js';
export { newScratchPath } from './uploads/scratch.js';
export { type Upload, UploadStore } from './uploads/upload.store.js';
export { UploadSweepingModule } from './uploads/upload-sweeping.module.js';
export { UploadsModule } from './uploads/uploads.module.js';
export { UploadsApiModule } from './uploads/uploads-api.module.js';
