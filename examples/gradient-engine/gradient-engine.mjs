// A whole extension in one file: an engine of its own, loaded with PLUGINS=examples/gradient-engine/gradient-engine.mjs.
// It is offered when CATALOGUE_DIR contains gradient.yaml; docs/extending.md has both commands.
// It paints a two-colour gradient. A real one calls a server here and returns the same outcome.
import { join } from 'node:path';
import { Provider } from 'offprint';
import sharp from 'sharp';

class GradientEngine extends Provider {
  // As in catalogue/gradient.yaml.
  name = 'gradient';
  // A second painting costs no money, so a takeover submits again.
  resubmission = 'harmless';

  offers(model) {
    return model.operation === 'text-to-image';
  }

  async submit(work) {
    work.signal.throwIfAborted();
    const { from, to } = work.input;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><defs><linearGradient id="g">
      <stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
      <rect width="256" height="256" fill="url(#g)"/></svg>`;
    const path = join(work.directory, 'gradient.png');
    await sharp(Buffer.from(svg)).png().toFile(path);
    return { kind: 'done', files: [{ path, contentType: 'image/png' }] };
  }
}

export default { name: 'gradient-engine', providers: [GradientEngine] };
