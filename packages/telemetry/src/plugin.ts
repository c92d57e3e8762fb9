/** The extension that replaces the port `Tracing`, with settings of the environment or of a host's code. */
import { Inject } from '@nestjs/common';
import { Config, type Plugin } from 'offprint';
import { OtelTracing } from './otel.tracing.js';
import { readSettings, resolveSettings, type TelemetrySettings } from './telemetry-settings.js';

const NAME = '@offprint/telemetry';

/** Traces with the settings of the `OTEL_…` variables. */
class ConfiguredTracing extends OtelTracing {
  constructor(@Inject(Config) config: Config) {
    super(readSettings((name) => config.variable(name)));
  }
}

/** The extension for `PLUGINS=@offprint/telemetry`: reads the `OTEL_…` variables. */
export const telemetryPlugin: Plugin = {
  name: NAME,
  replace: { Tracing: ConfiguredTracing },
  checkSettings: (variable) => void readSettings(variable),
};

/** Creates the extension for `createApp`, with settings in code. @throws {ConfigError} for wrong ones. */
export function createTelemetryPlugin(settings: TelemetrySettings = {}): Plugin {
  const resolved = resolveSettings(settings);
  class WrittenTracing extends OtelTracing {
    constructor() {
      super(resolved);
    }
  }
  return { name: NAME, replace: { Tracing: WrittenTracing } };
}
