/** A set of keys with a TTL and a size cap; the oldest key is evicted. */
export class ExpiringSet {
  private readonly expiresAt = new Map<string, number>();
  constructor(
    private readonly ttlMs: number,
    private readonly max: number,
    private readonly now: () => number = () => performance.now(),
  ) {}
  has(key: string): boolean {
    const expiresAt = this.expiresAt.get(key);
    if (expiresAt !== undefined && expiresAt > this.now()) return true;
    if (expiresAt !== undefined) this.expiresAt.delete(key);
    return false;
  }
  add(key: string): void {
    if (this.expiresAt.size >= this.max) this.expiresAt.delete(this.expiresAt.keys().next().value ?? '');
    this.expiresAt.set(key, this.now() + this.ttlMs);
  }
}
