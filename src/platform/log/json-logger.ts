/** One line of JSON per event, with secrets removed before it is written. */
import type { Writable } from 'node:stream';
import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import { outputOf } from './process-output.js';
import { redact } from './redact.js';

export interface LogOptions {
  level: string;
  format: 'json' | 'pretty';
}

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** Logged as debug, because they are about every module and route at start. */
const FRAMEWORK_CONTEXTS = new Set([
  'InstanceLoader',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
  'NestApplication',
]);

export class JsonLogger implements LoggerService {
  private readonly pino: Logger;

  constructor(options: LogOptions, target: Writable = process.stdout) {
    const show = options.format === 'pretty' ? prettyLine : (line: string) => line;
    const output = outputOf(target);
    const stream = {
      write: (line: string) =>
        output.write(redact(show(line)), ({ lines, reason }) =>
          this.pino.warn({ context: 'log', lines, reason }, 'lines of the log were dropped'),
        ),
    };
    this.pino = pino(
      { level: options.level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
      stream,
    );
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.write(FRAMEWORK_CONTEXTS.has(String(rest.at(-1))) ? 'debug' : 'info', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  /** Nest passes the context last and, for errors, a stack before it; a first object carries fields. */
  private write(level: Level, message: unknown, rest: unknown[]): void {
    if (!this.pino.isLevelEnabled(level)) return;
    const context = typeof rest.at(-1) === 'string' ? (rest.pop() as string) : undefined;
    const facts =
      typeof message === 'object' && message !== null && !(message instanceof Error) ? message : {};
    const text =
      message instanceof Error
        ? (message.stack ?? message.message)
        : typeof message === 'string'
          ? message
          : undefined;
    const more =
      rest
        .filter((item) => item !== undefined)
        .map(String)
        .join('\n') || undefined;
    this.pino[level]({ context, ...facts, ...(text && more ? { detail: more } : {}) }, text ?? more ?? '');
  }
}

function prettyLine(line: string): string {
  const { level, time, context, msg, ...facts } = JSON.parse(line) as Record<string, unknown>;
  const name = pino.levels.labels[level as number]!.toUpperCase().padEnd(5);
  const rest = Object.keys(facts).length > 0 ? ` ${JSON.stringify(facts)}` : '';
  return `${String(time).slice(11, 23)} ${name} ${String(context ?? '').padEnd(12)} ${String(msg)}${rest}\n`;
}
