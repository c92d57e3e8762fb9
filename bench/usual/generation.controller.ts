import { Body, Controller, Get, Param, Post, Req } from '@nestjs/common';
import { type AuthenticatedRequest, Scopes } from './api-key.guard.js';
import { GenerateDto } from './generate.dto.js';
import { GenerationService } from './generation.service.js';

@Controller('api/generate')
export class GenerationController {
  constructor(private readonly generation: GenerationService) {}

  @Post()
  @Scopes('write', 'generate:image')
  start(@Req() request: AuthenticatedRequest, @Body() body: GenerateDto) {
    return this.generation.start(request.apiKey, body);
  }

  @Get('status/:predictionId')
  @Scopes('read', 'write', 'generate:image')
  status(@Req() request: AuthenticatedRequest, @Param('predictionId') predictionId: string) {
    return this.generation.status(request.apiKey, predictionId);
  }
}
