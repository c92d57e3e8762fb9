/** The window of rate limits in words, as the service states it. */
export { WINDOW_NAME, WINDOW_UNIT } from '../../../src/platform/limits/window';
