export { Admission } from './admission.js';
export { AdmissionModule } from './admission.module.js';
