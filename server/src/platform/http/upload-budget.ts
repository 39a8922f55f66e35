export interface UploadLimits {
  /** Bytes of uploads that may be in memory at once. */
  total: number;
  /** The same for one user, so that others still get through. */
  ofUser: number;
  waitMs: number;
  /** Uploads that may wait at once. */
  waitingMax: number;
}

interface Waiting {
  userId: number;
  size: number;
  start: () => void;
}

/** Limits the memory that uploads may take. An upload waits for its turn before its body is read from the socket. */
export class UploadBudget {
  private readonly held = new Map<number, number>();
  private heldInAll = 0;
  private readonly waiting = new Set<Waiting>();

  constructor(private readonly limits: UploadLimits) {}

  /** Returns a function that releases the bytes, or undefined when there was no room in time. */
  async take(userId: number, size: number): Promise<(() => void) | undefined> {
    if (this.fits(userId, size)) this.hold(userId, size);
    else if (!(await this.wait(userId, size))) return undefined;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.hold(userId, -size);
      this.startWaiting();
    };
  }

  private fits(userId: number, size: number): boolean {
    const { total, ofUser } = this.limits;
    return this.heldInAll + size <= total && (this.held.get(userId) ?? 0) + size <= ofUser;
  }

  private hold(userId: number, size: number): void {
    const held = (this.held.get(userId) ?? 0) + size;
    if (held) this.held.set(userId, held);
    else this.held.delete(userId);
    this.heldInAll += size;
  }

  private wait(userId: number, size: number): Promise<boolean> {
    if (this.waiting.size >= this.limits.waitingMax) return Promise.resolve(false);
    return new Promise((resolve) => {
      const entry: Waiting = {
        userId,
        size,
        start: () => {
          clearTimeout(timer);
          resolve(true);
        },
      };
      const timer = setTimeout(() => {
        this.waiting.delete(entry);
        resolve(false);
      }, this.limits.waitMs);
      this.waiting.add(entry);
    });
  }

  private startWaiting(): void {
    for (const entry of this.waiting) {
      if (!this.fits(entry.userId, entry.size)) continue;
      this.waiting.delete(entry);
      this.hold(entry.userId, entry.size);
      entry.start();
    }
  }
}
