export { type Upload, UploadStore } from './upload.store.js';
export { UploadsModule } from './uploads.module.js';
