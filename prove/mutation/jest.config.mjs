// The unit tests of one area, as jest.config.mjs of the repository runs them.
import whole from '../../jest.config.mjs';
import { specsOf } from './areas.mjs';

const unit = whole.projects.find(({ displayName }) => displayName === 'unit');

export default { ...unit, rootDir: '../..', testMatch: specsOf(process.env.MUTATION_AREA) };
