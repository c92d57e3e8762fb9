/**
 * One engine child process, seen from the service: starts it, gives it one task at a time, ends it.
 *
 * Guarantee: when `run` has settled, the child no longer works on that task; either it said so itself or it is dead.
 * So the caller may remove the task's directory at once.
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { type EngineFile, EngineRefusal, type EngineTask } from '../engine.js';
import { EngineCrash, EngineFailure } from './engine-errors.js';
import type { FromChild, ToChild } from './messages.js';

/** How long a child that was told to stop may take before it is killed. */
const GRACE_MILLISECONDS = 1000;
/** How much of the child's last words goes into an internal message. */
const TAIL_CHARACTERS = 2000;
/** All a child gets of the service's environment: no database address, no secret, no NODE_OPTIONS. */
const INHERITED_VARIABLES = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'];

export interface EngineHooks {
  /** 0–100, whole numbers. */
  progress: (percent: number) => void;
  signal: AbortSignal;
}

export interface EngineProcessOptions {
  /** Path of the child's entry module. */
  entry: string;
  memoryMegabytes: number;
  /** Variables it gets beside the few it inherits. */
  environment?: Record<string, string>;
  log(line: string): void;
}

/** The child died before it read the task: another child may take it, nothing has happened yet. */
export class TaskNotStarted extends EngineCrash {}

interface Running {
  id: number;
  started: boolean;
  hooks: EngineHooks;
  settle(outcome: { files: EngineFile[] } | { error: unknown }): void;
}

export class EngineProcess {
  /** Resolves when the process is gone and reaped. */
  readonly gone: Promise<void>;
  private readonly child: ChildProcess;
  private running: Running | undefined;
  private lastId = 0;
  private tail = '';
  private ending = false;
  private death: string | undefined;
  private killTimer: NodeJS.Timeout | undefined;

  constructor(private readonly options: EngineProcessOptions) {
    // It is told who its parent is: one that dies at once is gone before the child could ask.
    this.child = fork(options.entry, [String(process.pid)], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${options.memoryMegabytes}`],
      env: { ...inheritedEnvironment(), ...options.environment },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Its own process group: a kill takes a tool the operation started with it, a Ctrl-C leaves it to the service.
      detached: process.platform !== 'win32',
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => this.keepTail(text));
    this.child.on('message', (message) => this.hear(message as FromChild));
    this.gone = this.watchDeath();
    this.holdService(false);
  }

  /** May take a task: not busy, not ending, not dead. */
  get usable(): boolean {
    return !this.running && !this.ending && this.death === undefined && this.child.connected;
  }

  run(task: EngineTask, hooks: EngineHooks): Promise<EngineFile[]> {
    const id = ++this.lastId;
    this.holdService(true);
    return new Promise<EngineFile[]>((resolve, reject) => {
      const abort = () => this.stopRunning();
      const settle: Running['settle'] = (outcome) => {
        hooks.signal.removeEventListener('abort', abort);
        this.running = undefined;
        if (!this.ending) {
          clearTimeout(this.killTimer);
          this.killTimer = undefined;
          this.holdService(false);
        }
        // Once aborted, the reason is the answer whatever the child managed to say after it.
        if (hooks.signal.aborted) reject(hooks.signal.reason);
        else if ('files' in outcome) resolve(outcome.files);
        else if (this.ending) reject(new EngineCrash('the engine is shutting down'));
        else reject(outcome.error);
      };
      this.running = { id, started: false, hooks, settle };
      hooks.signal.addEventListener('abort', abort, { once: true });
      this.send({ kind: 'run', id, task });
    });
  }

  /** Ends the process: a running task is told to stop first and has a second to do so. */
  async end(): Promise<void> {
    if (!this.ending) {
      this.ending = true;
      this.holdService(true);
      if (this.running) this.stopRunning();
      else this.kill();
    }
    await this.gone;
  }

  private stopRunning(): void {
    this.send({ kind: 'abort', id: this.running!.id });
    this.killTimer ??= setTimeout(() => this.kill(), GRACE_MILLISECONDS);
  }

  private hear(message: FromChild): void {
    const running = this.running;
    if (!running || running.id !== message.id) return;
    switch (message.kind) {
      case 'started':
        running.started = true;
        return;
      case 'progress':
        if (!running.hooks.signal.aborted) running.hooks.progress(message.percent);
        return;
      case 'done':
        running.settle({ files: message.files });
        break;
      case 'refused':
        running.settle({ error: new EngineRefusal(message.code, message.message) });
        break;
      case 'failed':
        running.settle({ error: new EngineFailure(message.message) });
        break;
    }
    if (this.ending) this.kill();
  }

  /** A dead child's task is settled here, whatever the child died of. */
  private async watchDeath(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.child.once('close', () => resolve()));
    this.death = await new Promise<string>((resolve) => {
      this.child.once('exit', (code, signal) =>
        resolve(signal ? `killed by ${signal}` : `exit code ${code}`),
      );
      // A process that never started has no exit; an error of a living one (a failed send) ends in its kill.
      this.child.on('error', (error) =>
        this.child.pid ? this.kill() : resolve(`not started: ${error.message}`),
      );
    });
    clearTimeout(this.killTimer);
    this.killGroup();
    // Its last words may still be in the pipe; a tool it started may hold the pipe open for ever.
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 200))]);
    this.child.stderr?.destroy();
    const running = this.running;
    if (!running) return;
    const words =
      `engine child ${this.child.pid ?? ''} died during a task: ${this.death} ${this.tail}`.trim();
    running.settle({ error: running.started ? new EngineCrash(words) : new TaskNotStarted(words) });
  }

  private kill(): void {
    if (this.death === undefined && !this.killGroup()) this.child.kill('SIGKILL');
  }

  /** Also ends what an operation started (ffmpeg), so that nothing goes on writing. False where there is no group. */
  private killGroup(): boolean {
    try {
      return this.child.pid !== undefined && process.kill(-this.child.pid, 'SIGKILL');
    } catch {
      return false;
    }
  }

  private send(message: ToChild): void {
    // A closed channel means a dying child: its exit settles the task, the error would say nothing more.
    if (this.child.connected) this.child.send(message, () => {});
  }

  private keepTail(text: string): void {
    this.tail = (this.tail + text).slice(-TAIL_CHARACTERS);
    for (const line of text.split('\n')) if (line.trim()) this.options.log(`engine child: ${line.trim()}`);
  }

  /** An idle child must not keep the service's process alive: unreferenced, it goes when the service goes. */
  private holdService(hold: boolean): void {
    const method = hold ? 'ref' : 'unref';
    this.child[method]();
    this.child.channel?.[method]();
    (this.child.stderr as Socket | null)?.[method]();
  }
}

function inheritedEnvironment(): NodeJS.ProcessEnv {
  const present = INHERITED_VARIABLES.filter((name) => process.env[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, process.env[name]]));
}
