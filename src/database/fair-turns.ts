/**
 * Bounds work that holds much memory, fairly between accounts: so many at once in the process, fewer of one account,
 * accounts in turns. What waits is bounded by bytes and by time; only the account that exceeds a bound is refused.
 */
import { AppError } from '../errors/index.js';

export interface TurnBounds {
  atOnce: number;
  atOncePerAccount: number;
  waitingBytes: number;
  waitingBytesPerAccount: number;
  waitingMs: number;
}

interface Turn {
  bytes: number;
  begin(): void;
}

interface Line {
  running: number;
  waitingBytes: number;
  turns: Turn[];
}

export class FairTurns {
  /** Accounts that run or wait, the one served least recently first. */
  private readonly lines = new Map<string, Line>();
  private running = 0;
  private waitingBytes = 0;

  constructor(private readonly bounds: TurnBounds) {}

  /** Runs `work` in turn. @throws 503 `service_unavailable` when too much waits already, or it waited too long. */
  async take<T>(account: string, bytes: number, work: () => Promise<T>): Promise<T> {
    const line = this.lines.get(account) ?? { running: 0, waitingBytes: 0, turns: [] };
    this.lines.set(account, line);
    if (this.running < this.bounds.atOnce && this.mayRun(line)) this.enter(line);
    else await this.wait(account, line, bytes);
    try {
      return await work();
    } finally {
      this.running--;
      line.running--;
      // Its account goes to the end of the round.
      this.lines.delete(account);
      if (line.running > 0 || line.turns.length > 0) this.lines.set(account, line);
      this.next();
    }
  }

  private mayRun(line: Line): boolean {
    return line.running < this.bounds.atOncePerAccount;
  }

  private enter(line: Line): void {
    this.running++;
    line.running++;
  }

  private async wait(account: string, line: Line, bytes: number): Promise<void> {
    const { waitingBytes, waitingBytesPerAccount, waitingMs } = this.bounds;
    if (this.waitingBytes + bytes > waitingBytes || line.waitingBytes + bytes > waitingBytesPerAccount) {
      this.forget(account, line);
      throw tooMuch();
    }
    this.count(line, bytes);
    await new Promise<void>((resolve, reject) => {
      const turn: Turn = {
        bytes,
        begin: () => {
          clearTimeout(timer);
          this.count(line, -bytes);
          this.enter(line);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        line.turns.splice(line.turns.indexOf(turn), 1);
        this.count(line, -bytes);
        this.forget(account, line);
        reject(tooMuch());
      }, waitingMs);
      line.turns.push(turn);
    });
  }

  private next(): void {
    for (const line of this.lines.values()) {
      if (this.running >= this.bounds.atOnce) return;
      if (line.turns.length > 0 && this.mayRun(line)) return line.turns.shift()!.begin();
    }
  }

  private count(line: Line, bytes: number): void {
    line.waitingBytes += bytes;
    this.waitingBytes += bytes;
  }

  private forget(account: string, line: Line): void {
    if (line.running === 0 && line.turns.length === 0) this.lines.delete(account);
  }
}

function tooMuch(): AppError {
  return new AppError('service_unavailable', { headers: { 'Retry-After': '2' } });
}
