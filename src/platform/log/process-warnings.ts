/** Node.js prints warnings (`process.emitWarning`) as prose between the lines of the log, which a reader of JSON rejects. */
import type { LoggerService } from '@nestjs/common';

type ProcessWarning = Error & { code?: string };

/**
 * Holds warnings, because libraries warn while they are loaded, before the settings of the log are known.
 * @returns a function that writes those held, and each later one, to a logger.
 */
export function holdProcessWarnings(): (logger: LoggerService) => void {
  const held: ProcessWarning[] = [];
  let write = (warning: ProcessWarning) => void held.push(warning);
  // The default listener is the one that prints.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => write(warning));
  return (logger) => {
    write = ({ name, message, code }) =>
      void logger.warn({ warning: name, ...(code !== undefined && { code }) }, message, 'node');
    held.splice(0).forEach(write);
  };
}
