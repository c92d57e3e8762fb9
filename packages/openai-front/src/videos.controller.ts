import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Param,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  type ApiKeyPrincipal,
  ApiKeyRoute,
  AppError,
  type AuthenticatedRequest,
  FormBody,
  HistoryReader,
  KeyCaller,
  OutputFiles,
  PredictionStatusService,
  type StatusBody,
  viewerOf,
} from 'offprint';
import { NotOffered } from './described.js';
import { FrontModels } from './front-models.js';
import { Generations } from './generations.js';
import { MappedRequest } from './mapped-request.js';
import { OpenAiError, parameterError } from './openai-error.js';
import {
  DescribeVideo,
  DescribeVideoContent,
  DescribeVideoDeletion,
  DescribeVideos,
  DescribeVideoStart,
  Tagged,
} from './operations.openapi.js';
import { RequestInputs } from './request-input.js';
import { VIDEO_RULES } from './rules.js';
import { GENERATING_SCOPES, READING_SCOPES } from './scopes.js';
import { sizeOf } from './size.js';
import { preferUsualSize } from './usual-size.js';
import { type VideoObject, videoOf } from './video.js';
import { readListQuery, VideoList } from './video-list.js';

/** What OpenAI's videos are. */
const DEFAULT_FORMAT = 'mp4';
const NEVER = new AbortController().signal;

/** `/v1/videos`: predictions that make videos, by OpenAI's object. Their ids are those of the predictions. */
@Tagged()
@Controller('v1/videos')
export class VideosController {
  constructor(
    private readonly models: FrontModels,
    private readonly inputs: RequestInputs,
    private readonly generations: Generations,
    private readonly statuses: PredictionStatusService,
    private readonly history: HistoryReader,
    private readonly videos: VideoList,
    private readonly files: OutputFiles,
  ) {}

  @Post()
  @HttpCode(200)
  @ApiKeyRoute(GENERATING_SCOPES)
  @FormBody()
  @DescribeVideoStart()
  async create(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Body() body: Record<string, unknown>,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<VideoObject> {
    const input = await this.inputs.read(request, body, caller, 'input_reference');
    const { parameters } = input;
    const { name, model, alias } = this.models.get(parameters.model, 'videos');
    const mapped = new MappedRequest(model, input.isForm, alias).map(parameters, VIDEO_RULES);
    mapped.prefer('format', DEFAULT_FORMAT);
    preferUsualSize(mapped, name);
    mapped.body.metadata = metadataOf(mapped, name);
    const call = { caller, mapped, input, count: 1, idempotencyKey, request, response };
    const status = await this.generations.startOne(call);
    setPollAfter(response, status);
    return videoOf(status, { prompt: textOf(parameters.prompt), input: mapped.body });
  }

  /** As `GET /api/generate/history`, for which a key needs `read`. */
  @Get()
  @ApiKeyRoute(['read'])
  @DescribeVideos()
  async list(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Query() query: Record<string, unknown>,
  ): Promise<{
    object: 'list';
    data: VideoObject[];
    first_id: string | null;
    last_id: string | null;
    has_more: boolean;
  }> {
    const { items, hasMore } = await this.videos.read(viewerOf(caller), readListQuery(query));
    const data = items.map((entry) => videoOf(entry, entry));
    const [first_id = null, last_id = null] = [data[0]?.id, data.at(-1)?.id];
    return { object: 'list', data, first_id, last_id, has_more: hasMore };
  }

  @Get(':predictionId')
  @ApiKeyRoute(READING_SCOPES)
  @DescribeVideo()
  async read(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Param('predictionId') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<VideoObject> {
    const status = await this.find(caller, id);
    setPollAfter(response, status);
    const mayRead = caller.scopes.includes('read');
    return videoOf(status, mayRead ? await this.history.getRequest(caller.accountId, id) : null);
  }

  @Get(':predictionId/content')
  @ApiKeyRoute(READING_SCOPES)
  @DescribeVideoContent()
  async content(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Param('predictionId') id: string,
    @Query() { variant = 'video', ...others }: Record<string, unknown>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) throw parameterError(unknown, `${unknown} is no parameter of this address.`);
    if (variant !== 'video')
      throw parameterError('variant', 'variant must be video: no thumbnails or spritesheets are made.');
    const { status, outputs = [] } = await this.find(caller, id);
    if (status !== 'completed')
      throw parameterError(
        'video_id',
        `The video has no content: its status is ${status}.`,
        'video_not_ready',
      );
    const [output] = outputs;
    if (!output) throw new AppError('file_removed');
    await this.files.send(output.url, request, response);
  }

  @Delete(':predictionId')
  @ApiKeyRoute(GENERATING_SCOPES)
  @DescribeVideoDeletion()
  async delete(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Param('predictionId') id: string,
  ): Promise<{ id: string; object: 'video.deleted'; deleted: true }> {
    await this.find(caller, id);
    await this.statuses.delete(viewerOf(caller), id);
    return { id, object: 'video.deleted', deleted: true };
  }

  /** No model takes a video and a prompt for what should change in it, nor characters. */
  @Post([':predictionId/remix', 'edits', 'extensions', 'characters'])
  @ApiKeyRoute(GENERATING_SCOPES)
  @FormBody()
  @NotOffered()
  refuse(): never {
    const message =
      'Videos cannot be remixed, edited or extended here: no model takes a video and a prompt. Create a new one.';
    throw new OpenAiError({ code: 'not_supported' }, 'validation_failed', { message });
  }

  /** @throws 404 for what is no video of the account, or was deleted. */
  private async find(caller: ApiKeyPrincipal, id: string): Promise<StatusBody> {
    const status = await this.statuses.read(viewerOf(caller), id, { wait: 0, timeline: false }, NEVER);
    if (status.modality !== 'video' || status.deletedAt !== undefined)
      throw new AppError('prediction_not_found');
    return status;
  }
}

/**
 * What the status does not say of the request: callers without the scope `read` see it too. The name is the one that was asked for;
 * seconds and size are what is made, from the model's defaults where nothing was asked.
 */
function metadataOf(mapped: MappedRequest, model: string): Record<string, string> {
  const seconds = mapped.body.duration ?? mapped.field('duration')?.default;
  const size = sizeOf(mapped);
  return {
    model,
    ...((typeof seconds === 'string' || typeof seconds === 'number') && { seconds: String(seconds) }),
    ...(size !== null && { size }),
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The header that the poll helpers of the official clients obey. */
function setPollAfter(response: Response, { retryAfterMs }: StatusBody): void {
  if (retryAfterMs !== undefined) response.setHeader('OpenAI-Poll-After-Ms', String(retryAfterMs));
}
