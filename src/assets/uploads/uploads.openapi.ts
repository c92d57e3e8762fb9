import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiCreated, ApiError, FileBody } from '../../platform/http/index.js';
import { UploadBody } from './uploads.dto.js';

export const UPLOAD_DESCRIPTION = [
  'The body is the file itself, or a form with the part `file`.',
  'A picture has at most 25 MB, a video 100 MB; the operator can set less with `UPLOAD_MAX_MB` (default: 100).',
  'An upload is kept for `UPLOAD_RETENTION_HOURS` (default: 24), which the operator sets, and as long as a prediction needs it.',
].join(' ');

export const ReceivesUpload = () =>
  applyDecorators(
    FileBody(),
    ApiConsumes('image/*', 'video/*', 'application/octet-stream', 'multipart/form-data'),
    ApiBody({ schema: { type: 'string', format: 'binary' } }),
    ApiCreated(UploadBody, 507),
    ApiError(409, 'The account has no upload space left.'),
    ApiError(413, 'The file is larger than it may be.'),
    ApiError(415, 'The body is not a picture or a video, or is compressed.'),
  );
