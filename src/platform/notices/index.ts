export { Notices, PostgresNotices, sendNotice } from './notices.js';
