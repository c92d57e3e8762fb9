import { ApiProperty, ApiPropertyOptional } from '../../platform/http/index.js';
import type { Upload } from './upload.store.js';

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

export function showUpload(upload: Upload): UploadBody {
  const { url, contentType, bytes, sha256, width, height, durationSeconds, expiresAt } = upload;
  const facts = { url, contentType, bytes, sha256, width, height, durationSeconds };
  return { success: true, ...facts, expiresAt: expiresAt.toISOString() };
}
