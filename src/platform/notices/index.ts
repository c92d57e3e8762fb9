export { Notices } from './notices.js';
export { PostgresNotices } from './postgres.notices.js';
export { sendNotice } from './send-notice.js';
