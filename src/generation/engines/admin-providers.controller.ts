import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { type AuditSource, CallerAudit } from '../../audit/index.js';
import {
  ApiErrors,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  DashboardRoute,
} from '../../platform/http/index.js';
import { ProviderCheckBody, ProvidersBody } from './admin-providers.dto.js';
import { AdminProviders } from './admin-providers.service.js';

@ApiTags('Admin')
@Controller('api/admin/providers')
@DashboardRoute('admin')
export class AdminProvidersController {
  constructor(private readonly providers: AdminProviders) {}

  @Get()
  @ApiOperation({
    operationId: 'listProviders',
    summary: 'The engines, their circuits and their models',
    description: 'With the state of their circuits and the settings that are missing.',
  })
  @ApiOkResponse({ type: ProvidersBody })
  @ApiErrors(401, 403)
  async list(): Promise<ProvidersBody> {
    return this.providers.list();
  }

  @Post(':name/check')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'checkProvider',
    summary: 'Ask an engine for a sign of life; costs nothing there',
    description: 'Sends one request that the engine does not charge for.',
  })
  @ApiOkResponse({ type: ProviderCheckBody })
  @ApiErrors(401, 403, 404)
  async check(@CallerAudit() source: AuditSource, @Param('name') name: string): Promise<ProviderCheckBody> {
    return this.providers.check(source, name);
  }
}
