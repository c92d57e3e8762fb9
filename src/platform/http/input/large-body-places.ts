/**
 * Bounds the large bodies of one sender in memory: a body has a place while it is read and waits to be parsed. Others stay unread on their
 * connections. A body that arrives slowly gives its place back early, so that it holds up no other; it is still one of as many as the
 * sender has connections.
 */

/** Enough that the next body is read while one is parsed. */
const PLACES = 4;
/** Longer than a body of 1 MiB takes on an ordinary line. */
const SLOW_MS = 2_000;

interface Line {
  held: number;
  /** In order of arrival. */
  waiting: (() => void)[];
}

export class LargeBodyPlaces {
  private readonly lines = new Map<string, Line>();

  constructor(
    private readonly places = PLACES,
    private readonly slowMs = SLOW_MS,
  ) {}

  /** @returns gives the place back; calls after the first have no effect */
  async enter(sender: string): Promise<() => void> {
    const line = this.lines.get(sender) ?? { held: 0, waiting: [] };
    this.lines.set(sender, line);
    if (line.held < this.places) line.held += 1;
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    let isHeld = true;
    const leave = () => {
      clearTimeout(timer);
      if (isHeld) this.leave(sender, line);
      isHeld = false;
    };
    const timer = setTimeout(leave, this.slowMs).unref();
    return leave;
  }

  private leave(sender: string, line: Line): void {
    const next = line.waiting.shift();
    if (next) return next();
    line.held -= 1;
    if (line.held === 0) this.lines.delete(sender);
  }
}

const places = new LargeBodyPlaces();

/** @returns gives the place back */
export const enterLargeBody = (sender: string): Promise<() => void> => places.enter(sender);
