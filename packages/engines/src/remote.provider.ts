import type { EngineSettings } from './engine-settings.js';
import { Provider } from './provider.js';

/** An engine that is called at the address of its catalogue file. */
export abstract class RemoteProvider extends Provider {
  readonly name: string;
  override readonly address: string;

  constructor({ name, url }: EngineSettings) {
    super();
    this.name = name;
    this.address = url;
  }
}
