export { InvitationLinks } from './invitation-links.js';
export { MemberListBody } from './members.dto.js';
export { Members } from './members.js';
export { MembersModule } from './members.module.js';
export { MEMBERS_DATA } from './personal-data.js';
export { REMOVE_INVITATIONS } from './personal-data.sql.js';
