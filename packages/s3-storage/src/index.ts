/** The public API of the package: the extension as its default export, and its parts for hosts that embed the service. */
export { createS3Plugin, s3Plugin as default } from './plugin.js';
export { S3AssetStorage } from './s3.asset-storage.js';
export type { S3Settings } from './s3-settings.js';
