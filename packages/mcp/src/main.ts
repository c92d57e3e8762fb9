/** The program `offprint-mcp`. */
import { serveHttp } from './http-server.js';
import { log } from './log.js';
import { HELP, readSettings, type Settings, SettingsError } from './settings.js';
import { serveStdio } from './stdio.js';
import { version } from './version.js';

function settingsOrExit(): Settings {
  try {
    const settings = readSettings(process.argv.slice(2), process.env);
    if (typeof settings !== 'string') return settings;
    process.stdout.write(settings === 'help' ? HELP : `${version}\n`);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    log(error.message);
    process.exit(2);
  }
}

const settings = settingsOrExit();
if (settings.http) await serveHttp(settings, settings.http);
// readSettings requires the key over stdio.
else await serveStdio(settings, settings.apiKey!);
