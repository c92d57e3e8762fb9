/**
 * One engine child process, from the side of the service: starts it, sends it one task at a time, ends it.
 *
 * Guarantee: when `run` settles, the child has finished the task or is dead, so the caller may remove the task's directory
 * at once.
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EngineFile, EngineRefusal, type EngineTask } from '../engine.js';
import { EngineCrash, EngineFailure } from './engine-errors.js';
import type { FromChild, ToChild } from './messages.js';

/** How long an aborted child may take to stop before it is killed. */
const GRACE_MS = 1000;
/** How much of the child's standard error goes into an internal message. */
const TAIL_CHARACTERS = 2000;
/** The only inherited environment variables: no database URL, no secret, no NODE_OPTIONS. */
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
  /** Environment variables in addition to the inherited ones. */
  environment?: Record<string, string>;
  log(line: string): void;
}

/** The child died before it read the task, so another child may run it. */
export class TaskNotStarted extends EngineCrash {}

interface Running {
  id: number;
  started: boolean;
  hooks: EngineHooks;
  settle(outcome: { files: EngineFile[] } | { error: unknown }): void;
}

export class EngineProcess {
  /** Resolves when the process is dead and reaped. */
  readonly gone: Promise<void>;
  private readonly child: ChildProcess;
  private running: Running | undefined;
  private lastId = 0;
  private tail = '';
  private ending = false;
  private death: string | undefined;
  private killTimer: NodeJS.Timeout | undefined;

  constructor(private readonly options: EngineProcessOptions) {
    // The child gets its parent's pid as an argument: a parent that dies at once is gone before the child could read it.
    this.child = fork(options.entry, [String(process.pid)], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${options.memoryMegabytes}`],
      env: { ...inheritedEnvironment(), ...options.environment },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Its own process group: a kill also ends tools that the operation started, and Ctrl-C signals only the service.
      detached: process.platform !== 'win32',
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => this.keepTail(text));
    this.child.on('message', (message) => this.receive(message as FromChild));
    this.gone = this.watchDeath();
    this.keepServiceAlive(false);
  }

  /** True when the child can run a task: not busy, not ending, not dead. */
  get isIdle(): boolean {
    return !this.running && !this.ending && this.death === undefined && this.child.connected;
  }

  run(task: EngineTask, hooks: EngineHooks): Promise<EngineFile[]> {
    const id = ++this.lastId;
    this.keepServiceAlive(true);
    return new Promise<EngineFile[]>((resolve, reject) => {
      const abort = () => this.stopRunning();
      const settle: Running['settle'] = (outcome) => {
        hooks.signal.removeEventListener('abort', abort);
        this.running = undefined;
        if (!this.ending) {
          clearTimeout(this.killTimer);
          this.killTimer = undefined;
          this.keepServiceAlive(false);
        }
        // After an abort the result is the signal's reason, whatever the child sent afterwards.
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

  /** Ends the process; a running task is aborted first and has a second to stop. */
  async end(): Promise<void> {
    if (!this.ending) {
      this.ending = true;
      this.keepServiceAlive(true);
      if (this.running) this.stopRunning();
      else this.kill();
    }
    await this.gone;
  }

  private stopRunning(): void {
    this.send({ kind: 'abort', id: this.running!.id });
    this.killTimer ??= setTimeout(() => this.kill(), GRACE_MS);
  }

  private receive(message: FromChild): void {
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

  /** Waits for the death of the child and settles its task. */
  private async watchDeath(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.child.once('close', () => resolve()));
    this.death = await new Promise<string>((resolve) => {
      this.child.once('exit', (code, signal) =>
        resolve(signal ? `killed by ${signal}` : `exit code ${code}`),
      );
      // A process that did not start has no `exit` event. After an error of a running one (a failed send) it is killed.
      this.child.on('error', (error) =>
        this.child.pid ? this.kill() : resolve(`not started: ${error.message}`),
      );
    });
    clearTimeout(this.killTimer);
    this.killGroup();
    // Its last output may still be in the pipe; a tool it started may keep the pipe open for ever.
    await Promise.race([closed, sleep(200)]);
    this.child.stderr?.destroy();
    const running = this.running;
    if (!running) return;
    const message =
      `engine child ${this.child.pid ?? ''} died during a task: ${this.death} ${this.tail}`.trim();
    running.settle({ error: running.started ? new EngineCrash(message) : new TaskNotStarted(message) });
  }

  private kill(): void {
    if (this.death === undefined && !this.killGroup()) this.child.kill('SIGKILL');
  }

  /** Kills the child and the tools it started (ffmpeg), so that none keeps writing. False where there is no group. */
  private killGroup(): boolean {
    try {
      return this.child.pid !== undefined && process.kill(-this.child.pid, 'SIGKILL');
    } catch {
      return false;
    }
  }

  private send(message: ToChild): void {
    // The channel of a dying child is closed. Its exit settles the task, so the error is ignored.
    if (this.child.connected) this.child.send(message, () => {});
  }

  private keepTail(text: string): void {
    this.tail = (this.tail + text).slice(-TAIL_CHARACTERS);
    for (const line of text.split('\n')) if (line.trim()) this.options.log(`engine child: ${line.trim()}`);
  }

  /** References the child only while it works: an idle child must not keep the process of the service alive. */
  private keepServiceAlive(isWorking: boolean): void {
    const method = isWorking ? 'ref' : 'unref';
    this.child[method]();
    this.child.channel?.[method]();
    (this.child.stderr as Socket | null)?.[method]();
  }
}

function inheritedEnvironment(): NodeJS.ProcessEnv {
  const present = INHERITED_VARIABLES.filter((name) => process.env[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, process.env[name]]));
}
