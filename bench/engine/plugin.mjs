/**
 * An engine that takes no time, loaded into the real service by PLUGINS, so that what is measured is the service.
 *
 * `bench-nothing` makes nothing. A prediction without a file cannot complete, so it is refused: settled, with the
 * transfer that gives its charge back. `bench-picture` gives a picture that lies there already, which the service
 * inspects and stores as it does any other. `bench-told` says first when it was called (milliseconds since 1970).
 */
import { fileURLToPath } from 'node:url';
import { Provider } from '../../dist/index.js';

const PICTURE = fileURLToPath(new URL('../../test/engines/files/picture.png', import.meta.url));
const REFUSED = { kind: 'refuse', code: 'content_rejected', message: 'There is nothing to show.' };
const DONE = { kind: 'done', files: [{ path: PICTURE, contentType: 'image/png' }] };

class BenchEngine extends Provider {
  name = 'bench';
  /** The strictest: a submit that may have been accepted is never repeated. */
  resubmission = 'none';

  offers() {
    return true;
  }

  async submit({ modelKey, predictionId }) {
    if (modelKey === 'bench-nothing') return REFUSED;
    if (modelKey === 'bench-told') {
      process.send({ predictionId, calledAt: performance.timeOrigin + performance.now() });
    }
    return DONE;
  }
}

export default { name: 'bench', providers: [BenchEngine] };
