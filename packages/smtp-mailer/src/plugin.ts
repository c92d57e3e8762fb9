/** The extension that replaces the port `Mailer`, with settings of the environment or of a host's code. */
import { Inject } from '@nestjs/common';
import { Config, type Plugin } from 'offprint';
import { SmtpMailer } from './smtp.mailer.js';
import { readSettings, resolveSettings, type SmtpSettings } from './smtp-settings.js';

const NAME = '@offprint/smtp-mailer';

/** The mailer with the settings of the `SMTP_…` variables and `MAIL_FROM`. */
class ConfiguredSmtpMailer extends SmtpMailer {
  constructor(@Inject(Config) config: Config) {
    super(readSettings((name) => config.variable(name)));
  }
}

/** The extension for `PLUGINS=@offprint/smtp-mailer`: reads the `SMTP_…` variables and `MAIL_FROM`. */
export const smtpPlugin: Plugin = {
  name: NAME,
  replace: { Mailer: ConfiguredSmtpMailer },
  checkSettings: (variable) => void readSettings(variable),
};

/** Creates the extension for `createApp`, with settings in code. @throws {ConfigError} for wrong ones. */
export function createSmtpPlugin(settings: SmtpSettings): Plugin {
  resolveSettings(settings);
  class WrittenSmtpMailer extends SmtpMailer {
    constructor() {
      super(settings);
    }
  }
  return { name: NAME, replace: { Mailer: WrittenSmtpMailer } };
}
