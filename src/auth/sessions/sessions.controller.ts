import { Delete, Get } from '@nestjs/common';
import { type AuditSource, CallerAudit } from '../../audit/index.js';
import {
  ApiNoContent,
  ApiOk,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
  IdParam,
  Operation,
} from '../../platform/http/index.js';
import { CookieController } from '../tokens/cookie-routes.js';
import { SessionListBody } from './sessions.dto.js';
import { SignInList } from './sign-in-list.js';

@DashboardRoute('user', { allow: 'self' })
@CookieController('api/auth/sessions')
export class SessionsController {
  constructor(private readonly signIns: SignInList) {}

  @Get()
  @Operation(
    'List the sessions of this user, newest first',
    'One session per sign-in; `current` marks the one that asks.',
  )
  @ApiOk(SessionListBody)
  async listSessions(@DashboardCaller() caller: DashboardPrincipal): Promise<SessionListBody> {
    return this.signIns.list(caller);
  }

  @Delete()
  @Operation('End all other sessions', 'The session that asks remains signed in.')
  @ApiNoContent('All other sessions have ended.')
  async endOtherSessions(
    @DashboardCaller() caller: DashboardPrincipal,
    @CallerAudit() source: AuditSource,
  ): Promise<void> {
    return this.signIns.endOthers(caller, source);
  }

  @Delete(':id')
  @Operation('End a session', 'Its refresh token stops working at once.')
  @ApiNoContent('The session has ended. Idempotent.')
  async endSession(
    @DashboardCaller() caller: DashboardPrincipal,
    @IdParam('ses') id: string,
    @CallerAudit() source: AuditSource,
  ): Promise<void> {
    return this.signIns.end(caller, id, source);
  }
}
