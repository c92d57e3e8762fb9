/** What openapi.json says of each route: one decorator per route. */
import { applyDecorators, type Type } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  type ApiOperationOptions,
  ApiParam,
  ApiQuery,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import {
  DeletedVideoAnswer,
  ImagesAnswer,
  ModelAnswer,
  ModelsAnswer,
  VideoAnswer,
  VideoErrorAnswer,
  VideosAnswer,
} from './answers.dto.js';
import {
  EDIT_BODY,
  FILE_CONTENT,
  GENERATION_BODY,
  type RequestBody,
  SPEECH_BODY,
  VIDEO_BODY,
} from './bodies.openapi.js';
import { CompletionErrors, FileErrors, ReadingErrors, StartErrors } from './described.js';

const TAG = 'OpenAI-compatible';

/** Of each controller: a tag of a method would stand beside one that the library makes of the controller's name. */
export const Tagged = () => ApiTags(TAG);

/** The topics of the description that these routes make, for the plugin. */
export const TAGS = {
  [TAG]:
    'Routes of OpenAI’s API for images, speech and videos, with the same keys, models and credits. Only with the extension.',
};

/** Describes a route. @param body of the request. */
function operation(summary: string, description: string, body?: RequestBody) {
  // The library knows one schema for all types of a body, and its types are of OpenAPI 3.0.
  const requestBody = body as unknown as ApiOperationOptions['requestBody'];
  return ApiOperation({ summary, description, ...(body && { requestBody }) });
}

const answer = (type: Type, description: string, headers = {}) =>
  ApiResponse({ status: 200, description, type, headers });

const MAPPED = {
  'Offprint-Mapped': {
    description: 'What is made otherwise than asked: `size=1024x1024, style=dropped`.',
    schema: { type: 'string' as const },
  },
};

const IdempotencyKey = () =>
  ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'Repeated requests with it are charged once, for 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  });

const POLL_AFTER = {
  'OpenAI-Poll-After-Ms': {
    description: 'While it is being made: when to ask again.',
    schema: { type: 'integer' as const, minimum: 0 },
  },
};

const VideoIdParam = () => ApiParam({ name: 'predictionId', description: 'The `id` of a video.' });

const fileHeaders = Object.fromEntries(
  ['ETag', 'Last-Modified', 'Accept-Ranges', 'Cache-Control', 'Content-Disposition'].map((name) => [
    name,
    { description: 'As of an output.', schema: { type: 'string' as const } },
  ]),
);
const rangeHeader = {
  'Content-Range': {
    description: 'The range, and the bytes of the file.',
    schema: { type: 'string' as const },
  },
};

/** Describes the answers that are a file, whole or in part, or a link to it at a storage that sends files itself. */
const FileAnswers = () =>
  applyDecorators(
    ...['Range', 'If-Range', 'If-None-Match', 'If-Modified-Since'].map((name) =>
      ApiHeader({ name, required: false }),
    ),
    ApiResponse({ status: 200, description: 'The file.', content: FILE_CONTENT, headers: fileHeaders }),
    ApiResponse({
      status: 206,
      description: 'The requested range.',
      content: FILE_CONTENT,
      headers: { ...fileHeaders, ...rangeHeader },
    }),
    ApiResponse({
      status: 302,
      description: 'The storage sends the file itself: follow `Location`.',
      headers: { Location: { description: 'A link.', schema: { type: 'string', format: 'uri' } } },
    }),
    ApiResponse({ status: 304, description: 'The caller has the current file.', headers: fileHeaders }),
    FileErrors(),
  );

const OFFER_TAG = {
  ETag: { description: 'Strong: the same bytes.', schema: { type: 'string' as const } },
};

export const DescribeModels = () =>
  applyDecorators(
    operation(
      'List models by OpenAI’s names',
      'The names that the other routes accept: keys of models, and aliases.',
    ),
    ApiHeader({ name: 'If-None-Match', required: false }),
    answer(ModelsAnswer, 'The names.', OFFER_TAG),
    ApiResponse({ status: 304, description: 'The caller has the current list.', headers: OFFER_TAG }),
    ReadingErrors(),
  );

export const DescribeModel = () =>
  applyDecorators(
    operation('Read a model by OpenAI’s name', 'Whether the other routes accept this name.'),
    ApiParam({ name: 'name', description: 'A key of a model, or an alias.' }),
    answer(ModelAnswer, 'The model.'),
    ReadingErrors(),
  );

export const DescribeGeneration = () =>
  applyDecorators(
    operation(
      'Generate images as OpenAI does',
      'Starts `n` predictions and waits for them. Those that fail are refunded.',
      GENERATION_BODY,
    ),
    IdempotencyKey(),
    answer(ImagesAnswer, 'The images.', MAPPED),
    CompletionErrors(),
  );

export const DescribeEdit = () =>
  applyDecorators(
    operation(
      'Edit an image as OpenAI does',
      'As generations, with one picture as a file or a link, for models that take one.',
      EDIT_BODY,
    ),
    IdempotencyKey(),
    answer(ImagesAnswer, 'The images.', MAPPED),
    CompletionErrors({ isUpload: true }),
  );

export const DescribeSpeech = () =>
  applyDecorators(
    operation(
      'Make speech as OpenAI does',
      'Starts a prediction, waits for it, and responds with its file.',
      SPEECH_BODY,
    ),
    IdempotencyKey(),
    FileAnswers(),
    CompletionErrors(),
  );

export const DescribeVideoStart = () =>
  applyDecorators(
    operation(
      'Start a video as OpenAI does',
      'Starts a prediction. Read the video until it is `completed`.',
      VIDEO_BODY,
    ),
    IdempotencyKey(),
    ApiExtraModels(VideoErrorAnswer),
    answer(VideoAnswer, 'The video.', { ...MAPPED, ...POLL_AFTER }),
    StartErrors({ isUpload: true }),
  );

export const DescribeVideos = () =>
  applyDecorators(
    operation('List videos as OpenAI does', 'The videos of the account, newest first.'),
    ApiQuery({
      name: 'limit',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    }),
    ApiQuery({
      name: 'after',
      required: false,
      description: 'The `last_id` of the page before.',
      type: String,
    }),
    ApiQuery({ name: 'order', required: false, schema: { type: 'string', enum: ['desc'] } }),
    answer(VideosAnswer, 'A page of videos.'),
    ReadingErrors(),
  );

export const DescribeVideo = () =>
  applyDecorators(
    operation('Read a video as OpenAI does', 'Its state, and when it ends.'),
    VideoIdParam(),
    ApiResponse({ status: 200, description: 'The video.', type: VideoAnswer, headers: POLL_AFTER }),
    ReadingErrors(),
  );

export const DescribeVideoContent = () =>
  applyDecorators(
    operation('Download a video as OpenAI does', 'The file of a completed video. Ranges are supported.'),
    VideoIdParam(),
    ApiQuery({ name: 'variant', required: false, schema: { type: 'string', enum: ['video'] } }),
    FileAnswers(),
    ReadingErrors(),
  );

export const DescribeVideoDeletion = () =>
  applyDecorators(
    operation(
      'Delete a video as OpenAI does',
      'Deletes files, prompt and input. Not while it is being made.',
    ),
    VideoIdParam(),
    answer(DeletedVideoAnswer, 'It is deleted.'),
    ReadingErrors(),
  );
