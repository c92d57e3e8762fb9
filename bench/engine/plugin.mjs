/**
 * Plugin with an engine that takes no time, so that the benchmark measures only the service.
 *
 * `bench-nothing` produces no file. A prediction without a file cannot complete, so the engine refuses it, and the service
 * settles it with a refund. `bench-picture` returns an existing picture, which the service inspects and stores like any other.
 * `bench-announced` first sends the time of its call (milliseconds since 1970).
 */
import { fileURLToPath } from 'node:url';
import { Provider } from '../../dist/index.js';

const PICTURE = fileURLToPath(new URL('../../test/engines/files/picture.png', import.meta.url));
const REFUSED = { kind: 'refuse', code: 'content_rejected', message: 'There is nothing to show.' };
const DONE = { kind: 'done', files: [{ path: PICTURE, contentType: 'image/png' }] };

class BenchEngine extends Provider {
  name = 'bench';
  /** The strictest class: a submit that may have been accepted is never repeated. */
  resubmission = 'none';

  offers() {
    return true;
  }

  async submit({ modelKey, predictionId }) {
    if (modelKey === 'bench-nothing') return REFUSED;
    if (modelKey === 'bench-announced') {
      process.send({ predictionId, calledAt: performance.timeOrigin + performance.now() });
    }
    return DONE;
  }
}

export default { name: 'bench', providers: [BenchEngine] };
