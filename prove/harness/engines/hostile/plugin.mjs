// A plugin that PLUGINS loads into the real service: a provider whose result is the file below FUZZ_FILES that the prediction
// names. The trial serves these files.
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
