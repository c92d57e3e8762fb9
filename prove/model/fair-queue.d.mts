export class FairQueue {
  constructor(accounts: number);
  clock: number;
  readonly length: number;
  add(account: number, weight: number, id: number): number;
  begin(): number;
  giveBack(account: number, weight: number): void;
}
