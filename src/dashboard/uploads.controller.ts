import { Controller, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { UploadStore } from '../assets/index.js';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiErrors,
  ApiOperation,
  ApiProperty,
  ApiPropertyOptional,
  ApiResponse,
  ApiTags,
  CountedDashboardRoute,
  DashboardCaller,
  type DashboardPrincipal,
  ErrorBody,
  FileBody,
} from '../http/index.js';
import { receiveFile } from './received-file.js';

export class UploadBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({
    format: 'uri',
    description: 'For `imageUrl` or `videoUrl` of a prediction. Signed and expiring.',
  })
  url!: string;
  @ApiProperty({ example: 'image/png', description: 'By its content.' })
  contentType!: string;
  @ApiProperty({ type: 'integer' })
  bytes!: number;
  @ApiProperty({ pattern: '^[0-9a-f]{64}$', description: 'Hex.' })
  sha256!: string;
  @ApiProperty({ type: 'integer', description: 'Pixels.' })
  width!: number;
  @ApiProperty({ type: 'integer', description: 'Pixels.' })
  height!: number;
  @ApiPropertyOptional()
  durationSeconds?: number;
  @ApiProperty({ format: 'date-time', description: 'When it is removed.' })
  expiresAt!: string;
}

@ApiTags('Dashboard')
@Controller('api/dashboard/uploads')
export class UploadsController {
  constructor(private readonly uploads: UploadStore) {}

  @Post()
  @CountedDashboardRoute()
  @FileBody()
  @ApiOperation({
    operationId: 'uploadMedia',
    summary: 'Send a picture or a video to start predictions from',
    description: 'The body is the file itself. Pictures up to 25 MB, videos up to 100 MB, kept for 24 hours.',
  })
  @ApiConsumes('image/*', 'video/*', 'application/octet-stream')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @ApiCreatedResponse({ type: UploadBody })
  @ApiErrors(400, 401, 409, 429)
  @ApiResponse({ status: 413, description: 'The file is larger than it may be.', type: ErrorBody })
  @ApiResponse({ status: 415, description: 'The body is not a picture or a video.', type: ErrorBody })
  async upload(@DashboardCaller() caller: DashboardPrincipal, @Req() request: Request): Promise<UploadBody> {
    const { url, contentType, bytes, sha256, width, height, durationSeconds, expiresAt } = await receiveFile(
      request,
      (source) => this.uploads.receive(caller.accountId, source),
    );
    const facts = { url, contentType, bytes, sha256, width, height, durationSeconds };
    return { success: true, ...facts, expiresAt: expiresAt.toISOString() };
  }
}
