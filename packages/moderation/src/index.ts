/** The public API of the package: the extension as its default export, and its parts for hosts that embed the service. */
export type { ModerationSettings } from './moderation-settings.js';
export { createModerationPlugin, moderationPlugin as default } from './plugin.js';
export { RequestModeration } from './request.moderation.js';
