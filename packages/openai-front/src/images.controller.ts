import { Body, Controller, Headers, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import {
  type ApiKeyPrincipal,
  ApiKeyRoute,
  AssetTooLarge,
  type AuthenticatedRequest,
  FormBody,
  KeyCaller,
  OutputFiles,
  type StatusBody,
} from 'offprint';
import { NotOffered } from './described.js';
import { FrontModels } from './front-models.js';
import { FRONT_SETTINGS, type ResolvedSettings } from './front-settings.js';
import { Generations } from './generations.js';
import { MappedRequest, type Parameters } from './mapped-request.js';
import { OpenAiError, parameterError } from './openai-error.js';
import { DescribeEdit, DescribeGeneration, Tagged } from './operations.openapi.js';
import { type RequestInput, RequestInputs } from './request-input.js';
import { EDIT_RULES, IMAGE_RULES } from './rules.js';
import { GENERATING_SCOPES } from './scopes.js';

/** Base64 of all images of a response. What does not fit is returned as a link: it is paid for. */
const MAX_INLINE_BYTES = 64_000_000;

interface ImageData {
  b64_json?: string;
  url?: string;
}

interface ImagesBody {
  created: number;
  data: ImageData[];
}

/** `/v1/images/generations` and `/v1/images/edits`: start predictions and wait for them. */
@Tagged()
@Controller('v1/images')
export class ImagesController {
  constructor(
    private readonly models: FrontModels,
    private readonly inputs: RequestInputs,
    private readonly generations: Generations,
    private readonly files: OutputFiles,
    @Inject(FRONT_SETTINGS) private readonly settings: ResolvedSettings,
  ) {}

  @Post('generations')
  @HttpCode(200)
  @ApiKeyRoute(GENERATING_SCOPES)
  @DescribeGeneration()
  async generate(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Body() body: Record<string, unknown>,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ImagesBody> {
    const input = await this.inputs.read(request, body, caller);
    const { name, model, alias } = this.models.get(input.parameters.model, 'images');
    const mapped = new MappedRequest(model, input.isForm, alias).map(input.parameters, IMAGE_RULES);
    return this.respond({ name, caller, mapped, input, idempotencyKey, request, response });
  }

  @Post('edits')
  @HttpCode(200)
  @ApiKeyRoute(GENERATING_SCOPES)
  @FormBody()
  @DescribeEdit()
  async edit(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Body() body: Record<string, unknown>,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ImagesBody> {
    const input = await this.inputs.read(request, body, caller, 'image');
    const { name, model, alias } = this.models.get(input.parameters.model, 'edits');
    const mapped = new MappedRequest(model, input.isForm, alias).map(input.parameters, EDIT_RULES);
    return this.respond({ name, caller, mapped, input, idempotencyKey, request, response });
  }

  /** No model makes variations of an image without a prompt. */
  @Post('variations')
  @ApiKeyRoute(GENERATING_SCOPES)
  @FormBody()
  @NotOffered()
  refuse(): never {
    const message = 'Variations cannot be made here: use images.edit with a model that takes an image.';
    throw new OpenAiError({ code: 'not_supported' }, 'validation_failed', { message });
  }

  private async respond({
    name,
    ...call
  }: {
    /** Of the model, as the caller wrote it. */
    name: string;
    caller: ApiKeyPrincipal;
    mapped: MappedRequest;
    input: RequestInput;
    idempotencyKey: string | undefined;
    request: AuthenticatedRequest;
    response: Response;
  }): Promise<ImagesBody> {
    const { parameters } = call.input;
    const isInline = readFormat(parameters.response_format, name);
    const count = readCount(parameters, this.settings.maxImages);
    const completed = await this.generations.complete({ ...call, count });
    const data = isInline ? await this.inline(completed) : completed.map(linkOf);
    return { created: Math.floor(Date.parse(completed[0]!.createdAt) / 1000), data };
  }

  private async inline(completed: readonly StatusBody[]): Promise<ImageData[]> {
    const data: ImageData[] = [];
    let leftBytes = MAX_INLINE_BYTES;
    for (const status of completed) {
      try {
        const bytes = await this.files.read(status.outputUrl ?? '', leftBytes);
        leftBytes -= bytes.length;
        data.push({ b64_json: bytes.toString('base64') });
      } catch (error) {
        if (!(error instanceof AssetTooLarge)) throw error;
        data.push(linkOf(status));
      }
    }
    return data;
  }
}

const linkOf = ({ outputUrl }: StatusBody): ImageData => ({ url: outputUrl ?? '' });

/**
 * Returns whether images are in the response. Where nothing is asked, OpenAI documents links for models whose names begin with `dall-e`,
 * and base64 for all others. @throws 400.
 */
function readFormat(value: unknown, name: string): boolean {
  if (value === undefined || value === null || value === '') return !/^dall-e/i.test(name);
  if (value !== 'b64_json' && value !== 'url')
    throw parameterError('response_format', 'response_format must be b64_json or url.');
  return value === 'b64_json';
}

/** @throws 400. */
function readCount({ n }: Parameters, most: number): number {
  if (n === undefined || n === null || n === '') return 1;
  const count = typeof n === 'string' && /^\d{1,2}$/.test(n) ? Number(n) : n;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > most)
    throw parameterError('n', `n must be a whole number from 1 to ${most}.`);
  return count;
}
