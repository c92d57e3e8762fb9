/** The public API of the package: the extension as its default export, and its parts for hosts that embed the service. */
export { createTelemetryPlugin, telemetryPlugin as default } from './plugin.js';
export type { TelemetrySettings } from './telemetry-settings.js';
