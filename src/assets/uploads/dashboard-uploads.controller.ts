import { Controller, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import {
  ApiTags,
  CountedDashboardRoute,
  DashboardCaller,
  type DashboardPrincipal,
  Operation,
} from '../../platform/http/index.js';
import { receiveFile } from './received-file.js';
import { UploadStore } from './upload.store.js';
import { showUpload, type UploadBody } from './uploads.dto.js';
import { ReceivesUpload, UPLOAD_DESCRIPTION } from './uploads.openapi.js';

@ApiTags('Dashboard')
@Controller('api/dashboard/uploads')
export class DashboardUploadsController {
  constructor(private readonly uploads: UploadStore) {}

  @Post()
  @CountedDashboardRoute({ allow: 'generate' })
  @ReceivesUpload()
  @Operation('Send a picture or a video to start predictions from', UPLOAD_DESCRIPTION)
  async uploadDashboardMedia(
    @DashboardCaller() caller: DashboardPrincipal,
    @Req() request: Request,
  ): Promise<UploadBody> {
    return showUpload(
      await receiveFile(request, (...file) => this.uploads.receive(caller.accountId, ...file)),
    );
  }
}
