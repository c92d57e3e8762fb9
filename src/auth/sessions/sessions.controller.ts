import { Controller, Delete, Get, HttpCode, Param, UseGuards } from '@nestjs/common';
import { type AuditSource, CallerAudit } from '../../audit/index.js';
import {
  ApiErrors,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
} from '../../platform/http/index.js';
import { CookieOriginGuard } from '../tokens/cookie-origin.guard.js';
import { SessionListBody } from './sessions.dto.js';
import { SignInList } from './sign-in-list.js';

@ApiTags('Sign-in')
@DashboardRoute('user', { allow: 'self' })
@ApiErrors(403)
@UseGuards(CookieOriginGuard)
@Controller('api/auth/sessions')
export class SessionsController {
  constructor(private readonly signIns: SignInList) {}

  @Get()
  @ApiOperation({
    operationId: 'listSessions',
    summary: 'List the sessions of this user, newest first',
    description: 'One session per sign-in; `current` marks the one that asks.',
  })
  @ApiOkResponse({ type: SessionListBody })
  @ApiErrors(401)
  async list(@DashboardCaller() caller: DashboardPrincipal): Promise<SessionListBody> {
    return this.signIns.list(caller);
  }

  @Delete()
  @HttpCode(204)
  @ApiOperation({
    operationId: 'endOtherSessions',
    summary: 'End all other sessions',
    description: 'The session that asks remains signed in.',
  })
  @ApiNoContentResponse({ description: 'All other sessions have ended.' })
  @ApiErrors(401)
  async endOthers(
    @DashboardCaller() caller: DashboardPrincipal,
    @CallerAudit() source: AuditSource,
  ): Promise<void> {
    return this.signIns.endOthers(caller, source);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'endSession',
    summary: 'End a session',
    description: 'Its refresh token stops working at once.',
  })
  @ApiParam({ name: 'id', example: 'ses_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' })
  @ApiNoContentResponse({ description: 'The session has ended. Idempotent.' })
  @ApiErrors(401, 404)
  async end(
    @DashboardCaller() caller: DashboardPrincipal,
    @Param('id') id: string,
    @CallerAudit() source: AuditSource,
  ): Promise<void> {
    return this.signIns.end(caller, id, source);
  }
}
