// A mailer for the trials, loaded by PLUGINS. It appends each mail as a line of JSON to the file CHAOS_MAILBOX.
import { appendFile } from 'node:fs/promises';
import { Mailer } from '../../../dist/index.js';

class ChaosMailer extends Mailer {
  canSend = true;

  async send({ to, text }) {
    await appendFile(process.env.CHAOS_MAILBOX, `${JSON.stringify({ to, text })}\n`);
  }
}

export default { name: 'chaos-mailer', replace: { Mailer: ChaosMailer } };
