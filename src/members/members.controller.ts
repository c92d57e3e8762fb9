import { Body, Controller, Delete, Get, Patch } from '@nestjs/common';
import { type AuditSource, CallerAudit } from '../audit/index.js';
import {
  ApiNoContent,
  ApiOk,
  ApiTags,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
  IdParam,
  Operation,
} from '../platform/http/index.js';
import { MemberBody, MemberListBody, UpdateMemberDto } from './members.dto.js';
import { Members } from './members.js';

@ApiTags('Account')
@Controller('api/account/members')
export class MembersController {
  constructor(private readonly members: Members) {}

  @Get()
  @DashboardRoute('user', { allow: 'read' })
  @Operation('The members of the account, and its open invitations', 'An account has at most 100 of both.')
  @ApiOk(MemberListBody)
  async listMembers(@DashboardCaller() { accountId }: DashboardPrincipal): Promise<MemberListBody> {
    return this.members.list(accountId);
  }

  @Patch(':userId')
  @DashboardRoute('user', { allow: 'manage' })
  @Operation(
    'Give a member another role',
    'An owner gives every role; an admin those of developers, viewers and billing, to such members. It holds from the next request on. Invitations that the member has sent end.',
  )
  @ApiOk(MemberBody, 409)
  async updateMember(
    @DashboardCaller() caller: DashboardPrincipal,
    @IdParam('usr', 'userId') userId: string,
    @Body() { role }: UpdateMemberDto,
    @CallerAudit() by: AuditSource,
  ): Promise<MemberBody> {
    return this.members.setRole(caller, userId, role, by);
  }

  @Delete(':userId')
  @DashboardRoute('user', { allow: 'leave' })
  @Operation(
    'Remove a member, or leave the account',
    'Every member may leave. An owner removes every other one; an admin developers, viewers and billing. The member’s sessions in this account end at once, and so do invitations that the member has sent. API keys stay: they belong to the account. A user without another account gets a new, empty one.',
  )
  @ApiNoContent('Removed.', 403, 409)
  async removeMember(
    @DashboardCaller() caller: DashboardPrincipal,
    @IdParam('usr', 'userId') userId: string,
    @CallerAudit() by: AuditSource,
  ): Promise<void> {
    return this.members.remove(caller, userId, by);
  }
}
