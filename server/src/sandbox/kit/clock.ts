/** The sandbox's own time: the real one, moved by tests. */
export class SandboxClock {
  private offset = 0;
  private readonly base: () => Date;

  constructor(base: () => Date = () => new Date()) {
    this.base = base;
  }

  now(): Date {
    return new Date(this.base().getTime() + this.offset);
  }

  set(moment: Date): void {
    this.offset = moment.getTime() - this.base().getTime();
  }

  advance(milliseconds: number): void {
    this.offset += milliseconds;
  }
}
