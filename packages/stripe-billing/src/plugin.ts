/** The extension that replaces the port `PaymentProvider`, with settings of the environment or of a host's code. */
import { Inject } from '@nestjs/common';
import { Config, type Plugin } from 'offprint';
import { StripePaymentProvider } from './stripe.payment-provider.js';
import { readSettings, resolveSettings, type StripeSettings } from './stripe-settings.js';

const NAME = '@offprint/stripe-billing';

/** The provider with the settings of the `STRIPE_…` variables. */
class ConfiguredStripePaymentProvider extends StripePaymentProvider {
  constructor(@Inject(Config) config: Config) {
    super(readSettings((name) => config.variable(name)));
  }
}

/** The extension for `PLUGINS=@offprint/stripe-billing`: reads the `STRIPE_…` variables. */
export const stripePlugin: Plugin = {
  name: NAME,
  replace: { PaymentProvider: ConfiguredStripePaymentProvider },
  checkSettings: (variable) => void readSettings(variable),
};

/** Creates the extension for `createApp`, with settings in code. @throws {ConfigError} for wrong ones. */
export function createStripePlugin(settings: StripeSettings): Plugin {
  resolveSettings(settings);
  class WrittenStripePaymentProvider extends StripePaymentProvider {
    constructor() {
      super(settings);
    }
  }
  return { name: NAME, replace: { PaymentProvider: WrittenStripePaymentProvider } };
}
