import type { Plugin } from 'offprint';
import { RequestErasure } from './request-erasure.js';
import { RequestRecorder } from './request-recorder.js';
import { RequestRemovalModule, RequestsModule } from './requests.module.js';

export const requestLogPlugin: Plugin = {
  name: '@offprint/request-log',
  apiPlugins: [RequestsModule],
  workerPlugins: [RequestRemovalModule],
  observers: [RequestRecorder],
  erasures: [RequestErasure],
};
