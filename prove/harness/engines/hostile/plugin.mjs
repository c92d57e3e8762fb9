// Loaded into the real service by PLUGINS: a provider whose results are whatever lies at FUZZ_FILES under the name that
// the prediction asks for. The trial serves them.
import { Provider } from '../../../../dist/index.js';

const files = process.env.FUZZ_FILES;

class HostileProvider extends Provider {
  name = 'hostile';
  resubmission = 'harmless';

  offers() {
    return true;
  }

  async submit(work) {
    return {
      kind: 'done',
      files: [{ url: `${files}/${work.input.file}`, trustedHosts: [new URL(files).host] }],
    };
  }
}

export default { name: 'hostile', providers: [HostileProvider] };
