import { Controller, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import {
  type ApiKeyPrincipal,
  ApiKeyRoute,
  ApiTags,
  GENERATE_SCOPES,
  KeyCaller,
  Operation,
} from '../../platform/http/index.js';
import { receiveFile } from './received-file.js';
import { UploadStore } from './upload.store.js';
import { showUpload, type UploadBody } from './uploads.dto.js';
import { ReceivesUpload, UPLOAD_DESCRIPTION } from './uploads.openapi.js';

@ApiTags('Generation')
@Controller('api/uploads')
export class UploadsController {
  constructor(private readonly uploads: UploadStore) {}

  @Post()
  @ApiKeyRoute(GENERATE_SCOPES)
  @ReceivesUpload()
  @Operation('Send a picture or a video to start predictions from', UPLOAD_DESCRIPTION)
  async uploadMedia(@KeyCaller() caller: ApiKeyPrincipal, @Req() request: Request): Promise<UploadBody> {
    return showUpload(
      await receiveFile(request, (...file) => this.uploads.receive(caller.accountId, ...file)),
    );
  }
}
