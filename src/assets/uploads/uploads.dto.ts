import { Field, OptionalField, SuccessBody } from '../../platform/http/index.js';
import type { Upload } from './upload.store.js';

export class UploadBody extends SuccessBody {
  @Field.uri('For `imageUrl` or `videoUrl` of a prediction. Signed and expiring.')
  url!: string;
  @Field({ example: 'image/png', description: 'By its content.' })
  contentType!: string;
  @Field.integer() bytes!: number;
  @Field({ pattern: '^[0-9a-f]{64}$', description: 'Hex.' })
  sha256!: string;
  @Field.integer('Pixels.') width!: number;
  @Field.integer('Pixels.') height!: number;
  @OptionalField() durationSeconds?: number;
  @Field.instant('When it is removed.')
  expiresAt!: string;
}

export function showUpload(upload: Upload): UploadBody {
  const { url, contentType, bytes, sha256, width, height, durationSeconds, expiresAt } = upload;
  const facts = { url, contentType, bytes, sha256, width, height, durationSeconds };
  return { success: true, ...facts, expiresAt: expiresAt.toISOString() };
}
