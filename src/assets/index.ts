export { AssetsModule } from './assets.module.js';
export { ExpectedFiles } from './delivery/expected-files.js';
export { OutputFiles } from './delivery/output-files.js';
export { type LinkParts, type LinkVerdict, SignedLinks } from './delivery/signed-links.js';
export { thumbnailName } from './delivery/thumbnails.js';
export * from './fetching/input-media.js';
export { problemOfMediaLink } from './fetching/media-link.js';
export * from './media/media.js';
export { SafeFetcher } from './media/safe-fetcher.js';
export {
  AssetMissing,
  AssetTooLarge,
  BadAssetName,
  BrokenAsset,
  findDiskFault,
  StorageFull,
  StorageUnavailable,
  toStorageError,
} from './storage/asset-errors.js';
export {
  inputName,
  inputPrefix,
  isAssetName,
  outputName,
  outputPrefix,
  parseUploadName,
} from './storage/asset-name.js';
export * from './storage/asset-storage.js';
export { freeBytesOf } from './storage/free-bytes.js';
export { LocalDiskAssetStorage } from './storage/local-disk.asset-storage.js';
export { type WrittenFile } from './storage/new-file.js';
export { removeAll, removeEach } from './storage/remove-each.js';
export { type Removal, removeExpired } from './storage/remove-expired.js';
export { checkWritable } from './storage/writable-check.js';
export { DashboardUploadsModule } from './uploads/dashboard-uploads.module.js';
export { UPLOADS_DATA } from './uploads/personal-data.js';
export { type ReceivedForm, receiveForm } from './uploads/received-form.js';
export { type ReceivedMedia } from './uploads/received-media.js';
export { newScratchPath } from './uploads/scratch.js';
export { type Upload, UploadStore } from './uploads/upload.store.js';
export { UploadData } from './uploads/upload-data.js';
export { UploadSweepingModule } from './uploads/upload-sweeping.module.js';
export { UploadsModule } from './uploads/uploads.module.js';
export { UploadsApiModule } from './uploads/uploads-api.module.js';
