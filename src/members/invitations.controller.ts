import { Body, Controller, Delete, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { type AuditSource, CallerAudit } from '../audit/index.js';
import { TokenFailures } from '../auth/index.js';
import {
  ApiCreated,
  ApiNoContent,
  ApiOk,
  ApiTags,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
  IdParam,
  Operation,
} from '../platform/http/index.js';
import { AcceptedInvitations } from './accepted-invitations.js';
import { Invitations } from './invitations.js';
import { AcceptInvitationDto, InvitationBody, InviteDto, JoinedBody } from './members.dto.js';

@ApiTags('Account')
@Controller('api/account/invitations')
export class InvitationsController {
  constructor(
    private readonly invitations: Invitations,
    private readonly accepted: AcceptedInvitations,
    private readonly tokenFailures: TokenFailures,
  ) {}

  @Post()
  @DashboardRoute('user', { allow: 'manage' })
  @Operation(
    'Invite a person to the account',
    'A link is mailed that works once, for 7 days. Inviting the same email again replaces the invitation and its link. An owner gives every role; an admin those of developers, viewers and billing. At most 30 an hour. Where mail is configured, the caller must have verified the email (403 `email_not_verified`); where it is not, the response to an owner has the link.',
  )
  @ApiCreated(InvitationBody, 409)
  async inviteMember(
    @DashboardCaller() caller: DashboardPrincipal,
    @Body() body: InviteDto,
    @CallerAudit() by: AuditSource,
  ): Promise<InvitationBody> {
    return this.invitations.create(caller, body, by);
  }

  @Post('accept')
  @DashboardRoute('user', { allow: 'self' })
  @Operation(
    'Accept an invitation as the signed-in user',
    'The user’s email must be the invited one. A person without an account here signs up with the link instead: `POST /api/auth/register/invited`.',
  )
  @ApiOk(JoinedBody, 409)
  async acceptInvitation(
    @Req() request: Request,
    @DashboardCaller() caller: DashboardPrincipal,
    @Body() { token }: AcceptInvitationDto,
    @CallerAudit() by: AuditSource,
  ): Promise<JoinedBody> {
    const joined = await this.accepted.accept(caller, token, by);
    if (joined) return joined;
    throw await this.tokenFailures.unauthorizedError(request, 'link_invalid');
  }

  @Delete(':id')
  @DashboardRoute('user', { allow: 'manage' })
  @Operation('Withdraw an invitation', 'Its link stops working at once.')
  @ApiNoContent('Withdrawn.')
  async withdrawInvitation(
    @DashboardCaller() caller: DashboardPrincipal,
    @IdParam('inv') id: string,
    @CallerAudit() by: AuditSource,
  ): Promise<void> {
    return this.invitations.withdraw(caller, id, by);
  }
}
