import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/index.js';
import { AdmissionModule } from '../admission/index.js';
import { AuditModule } from '../audit/index.js';
import { AuthModule } from '../auth/index.js';
import { AcceptedInvitations } from './accepted-invitations.js';
import { InvitationEntity } from './invitation.entity.js';
import { InvitationLinks } from './invitation-links.js';
import { InvitationsController } from './invitations.controller.js';
import { Invitations } from './invitations.js';
import { InvitedController } from './invited.controller.js';
import { MembersController } from './members.controller.js';
import { Members } from './members.js';

/**
 * Owns the rules of who may change whose membership, and invitations. `accounts/` stores memberships, `auth/` reads them with every
 * request, and `http/routes/account-roles.ts` says what each role allows.
 */
@Module({
  imports: [
    AccountsModule,
    AdmissionModule,
    AuditModule,
    AuthModule,
    TypeOrmModule.forFeature([InvitationEntity]),
  ],
  controllers: [MembersController, InvitationsController, InvitedController],
  providers: [AcceptedInvitations, InvitationLinks, Invitations, Members],
  exports: [InvitationLinks, Members],
})
export class MembersModule {}
