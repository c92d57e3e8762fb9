/** OpenAI's objects in responses, for openapi.json. */
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

const seconds = { type: 'integer' as const, description: 'Unix seconds.' };
const only = (value: string) => ({ type: 'string' as const, enum: [value] });

@ApiSchema({ name: 'OpenAiModel' })
export class ModelAnswer {
  @ApiProperty({ description: 'What other routes accept as `model`.' })
  id!: string;

  @ApiProperty(only('model'))
  object!: string;

  @ApiProperty({ type: 'integer', description: 'Not known: 0.' })
  created!: number;

  @ApiProperty()
  owned_by!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'What the name stands for: `models` by use, and `voices` and `drop` of an alias.',
  })
  offprint!: object;
}

@ApiSchema({ name: 'OpenAiModels' })
export class ModelsAnswer {
  @ApiProperty(only('list'))
  object!: string;

  @ApiProperty({ type: [ModelAnswer] })
  data!: ModelAnswer[];
}

@ApiSchema({ name: 'OpenAiImage' })
export class ImageAnswer {
  @ApiPropertyOptional({ description: 'The file in base64, unless a link is asked for.' })
  b64_json?: string;

  @ApiPropertyOptional({ description: 'A signed link, which ends.' })
  url?: string;
}

@ApiSchema({ name: 'OpenAiImages' })
export class ImagesAnswer {
  @ApiProperty(seconds)
  created!: number;

  @ApiProperty({ type: [ImageAnswer], description: 'Those that failed are missing, and refunded.' })
  data!: ImageAnswer[];
}

@ApiSchema({ name: 'OpenAiVideoError' })
export class VideoErrorAnswer {
  @ApiProperty()
  code!: string;

  @ApiProperty()
  message!: string;
}

@ApiSchema({ name: 'OpenAiVideo' })
export class VideoAnswer {
  @ApiProperty({ description: 'The id of the prediction.' })
  id!: string;

  @ApiProperty(only('video'))
  object!: string;

  @ApiProperty()
  model!: string;

  @ApiProperty({ enum: ['queued', 'in_progress', 'completed', 'failed'] })
  status!: string;

  @ApiProperty({ type: 'number', minimum: 0, maximum: 100 })
  progress!: number;

  @ApiProperty(seconds)
  created_at!: number;

  @ApiProperty({ ...seconds, nullable: true })
  completed_at!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Unix seconds when the file is removed.' })
  expires_at!: number | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Only for keys with the scope `read`.' })
  prompt!: string | null;

  @ApiProperty({ description: 'The length.' })
  seconds!: string;

  @ApiProperty({ description: '`1280x720`.' })
  size!: string;

  @ApiProperty({ oneOf: [{ $ref: '#/components/schemas/OpenAiVideoError' }, { type: 'null' }] as object[] })
  error!: VideoErrorAnswer | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Null: no video is remixed.' })
  remixed_from_video_id!: null;
}

@ApiSchema({ name: 'OpenAiVideos' })
export class VideosAnswer {
  @ApiProperty(only('list'))
  object!: string;

  @ApiProperty({ type: [VideoAnswer] })
  data!: VideoAnswer[];

  @ApiProperty({ type: 'string', nullable: true })
  first_id!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'What `after` continues behind.' })
  last_id!: string | null;

  @ApiProperty()
  has_more!: boolean;
}

@ApiSchema({ name: 'OpenAiDeletedVideo' })
export class DeletedVideoAnswer {
  @ApiProperty()
  id!: string;

  @ApiProperty(only('video.deleted'))
  object!: string;

  @ApiProperty({ type: 'boolean', enum: [true] })
  deleted!: boolean;
}
