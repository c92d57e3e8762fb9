import { Controller, Get, Param, Post } from '@nestjs/common';
import { type AuditSource, CallerAudit } from '../../audit/index.js';
import { ApiOk, ApiTags, DashboardRoute, Operation } from '../../platform/http/index.js';
import { ProviderCheckBody, ProvidersBody } from './admin-providers.dto.js';
import { AdminProviders } from './admin-providers.service.js';

@ApiTags('Admin')
@Controller('api/admin/providers')
@DashboardRoute('admin')
export class AdminProvidersController {
  constructor(private readonly providers: AdminProviders) {}

  @Get()
  @Operation(
    'The engines, their circuits and their models',
    'With the state of their circuits and the settings that are missing.',
  )
  @ApiOk(ProvidersBody, 403)
  async listProviders(): Promise<ProvidersBody> {
    return this.providers.list();
  }

  @Post(':name/check')
  @Operation(
    'Ask an engine for a sign of life; costs nothing there',
    'Sends one request that the engine does not charge for.',
  )
  @ApiOk(ProviderCheckBody, 403, 404)
  async checkProvider(
    @CallerAudit() source: AuditSource,
    @Param('name') name: string,
  ): Promise<ProviderCheckBody> {
    return this.providers.check(source, name);
  }
}
