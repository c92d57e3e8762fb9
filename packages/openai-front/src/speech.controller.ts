import { Body, Controller, Headers, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import {
  type ApiKeyPrincipal,
  ApiKeyRoute,
  type AuthenticatedRequest,
  KeyCaller,
  OutputFiles,
} from 'offprint';
import { FrontModels } from './front-models.js';
import { Generations } from './generations.js';
import { MappedRequest } from './mapped-request.js';
import { DescribeSpeech, Tagged } from './operations.openapi.js';
import { RequestInputs } from './request-input.js';
import { SPEECH_RULES } from './rules.js';
import { GENERATING_SCOPES } from './scopes.js';

/** OpenAI's own default. */
const DEFAULT_FORMAT = 'mp3';

/** `/v1/audio/speech`: starts a prediction, waits for it, and responds with its file. */
@Tagged()
@Controller('v1/audio/speech')
export class SpeechController {
  constructor(
    private readonly models: FrontModels,
    private readonly inputs: RequestInputs,
    private readonly generations: Generations,
    private readonly files: OutputFiles,
  ) {}

  @Post()
  @HttpCode(200)
  @ApiKeyRoute(GENERATING_SCOPES)
  @DescribeSpeech()
  async speak(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Body() body: Record<string, unknown>,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Req() request: AuthenticatedRequest,
    @Res() response: Response,
  ): Promise<void> {
    const input = await this.inputs.read(request, body, caller);
    const { model, alias } = this.models.get(input.parameters.model, 'speech');
    const mapped = new MappedRequest(model, input.isForm, alias).map(input.parameters, SPEECH_RULES);
    mapped.prefer('format', DEFAULT_FORMAT);
    const call = { caller, mapped, input, count: 1, idempotencyKey, request, response };
    const [status] = await this.generations.complete(call);
    await this.files.send(status!.outputUrl ?? '', request, response);
  }
}
