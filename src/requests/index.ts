export { RequestRecorder } from './request-recorder.js';
export { RequestsModule, RequestSweepingModule } from './requests.module.js';
