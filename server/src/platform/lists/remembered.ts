/** A set of keys with a TTL and a size cap; the oldest key is evicted. */
export class Remembered {
  private readonly until = new Map<string, number>();
  constructor(
    private readonly forMs: number,
    private readonly max: number,
    private readonly now: () => number = () => performance.now(),
  ) {}
  has(fact: string): boolean {
    const until = this.until.get(fact);
    if (until !== undefined && until > this.now()) return true;
    if (until !== undefined) this.until.delete(fact);
    return false;
  }
  add(fact: string): void {
    if (this.until.size >= this.max) this.until.delete(this.until.keys().next().value ?? '');
    this.until.set(fact, this.now() + this.forMs);
  }
}
