/** How many rows the next part of a verification reads, so that each takes about a quarter of a second at most. */

const FIRST_ROWS = 2_000;
const MAX_ROWS = 20_000;
/** The longest a part should take: its snapshot keeps dead rows of all tables from being removed. */
const PART_MS = 250;

export class PartSize {
  private current: number;

  /** @param least rows of the smallest part: as many as are worth what each part reads besides. */
  constructor(private readonly least = 100) {
    this.current = Math.max(FIRST_ROWS, least);
  }

  get rows(): number {
    return this.current;
  }

  /** Adapts to the duration of a part that read `rows`: doubles at most, and shrinks at once. */
  took(milliseconds: number): void {
    const factor = Math.min(2, PART_MS / Math.max(1, milliseconds));
    this.current = Math.round(Math.min(MAX_ROWS, Math.max(this.least, this.current * factor)));
  }
}
