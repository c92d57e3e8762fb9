export { InvitationLinks } from './invitation-links.js';
export { MembersModule } from './members.module.js';
