import { Body, Controller, Delete, Get, HttpCode, Param, Patch } from '@nestjs/common';
import { type AuditSource, CallerAudit } from '../audit/index.js';
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
} from '../platform/http/index.js';
import { MemberBody, MemberListBody, UpdateMemberDto } from './members.dto.js';
import { Members } from './members.js';

const UserId = () => ApiParam({ name: 'userId', example: 'usr_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' });

@ApiTags('Account')
@Controller('api/account/members')
export class MembersController {
  constructor(private readonly members: Members) {}

  @Get()
  @DashboardRoute('user', { allow: 'read' })
  @ApiOperation({
    operationId: 'listMembers',
    summary: 'The members of the account, and its open invitations',
    description: 'An account has at most 100 of both.',
  })
  @ApiOkResponse({ type: MemberListBody })
  @ApiErrors(401)
  async list(@DashboardCaller() { accountId }: DashboardPrincipal): Promise<MemberListBody> {
    return this.members.list(accountId);
  }

  @Patch(':userId')
  @DashboardRoute('user', { allow: 'manage' })
  @UserId()
  @ApiOperation({
    operationId: 'updateMember',
    summary: 'Give a member another role',
    description:
      'An owner gives every role; an admin those of developers, viewers and billing, to such members. It holds from the next request on. Invitations that the member has sent end.',
  })
  @ApiOkResponse({ type: MemberBody })
  @ApiErrors(400, 401, 403, 404, 409, 413, 415)
  async update(
    @DashboardCaller() caller: DashboardPrincipal,
    @Param('userId') userId: string,
    @Body() { role }: UpdateMemberDto,
    @CallerAudit() by: AuditSource,
  ): Promise<MemberBody> {
    return this.members.setRole(caller, userId, role, by);
  }

  @Delete(':userId')
  @HttpCode(204)
  @DashboardRoute('user', { allow: 'leave' })
  @UserId()
  @ApiOperation({
    operationId: 'removeMember',
    summary: 'Remove a member, or leave the account',
    description:
      'Every member may leave. An owner removes every other one; an admin developers, viewers and billing. The member’s sessions in this account end at once, and so do invitations that the member has sent. API keys stay: they belong to the account. A user without another account gets a new, empty one.',
  })
  @ApiNoContentResponse({ description: 'Removed.' })
  @ApiErrors(401, 403, 404, 409)
  async remove(
    @DashboardCaller() caller: DashboardPrincipal,
    @Param('userId') userId: string,
    @CallerAudit() by: AuditSource,
  ): Promise<void> {
    return this.members.remove(caller, userId, by);
  }
}
