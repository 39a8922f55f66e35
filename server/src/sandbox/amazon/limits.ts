import { AmazonError } from './errors.ts';
import type { AmazonSeller } from './seller.ts';

/** How often a seller may call an operation: a token bucket of `burst` calls that refills by `perSecond`. */
export interface UsagePlan {
  perSecond: number;
  burst: number;
}

/** The buckets of all sellers and operations. */
export class Buckets {
  private readonly buckets = new WeakMap<AmazonSeller, Map<string, { left: number; at: number }>>();

  /** Takes a call out of the bucket. Throws 429, which says nothing about when to come again. */
  take(seller: AmazonSeller, operation: string, { perSecond, burst }: UsagePlan, now: Date): void {
    const own = this.buckets.get(seller) ?? new Map<string, { left: number; at: number }>();
    this.buckets.set(seller, own);
    const at = now.getTime();
    const bucket = own.get(operation) ?? { left: burst, at };
    const passed = Math.max(0, at - bucket.at) / 1000;
    const left = Math.min(burst, bucket.left + passed * perSecond);
    own.set(operation, { left: left >= 1 ? left - 1 : left, at });
    if (left < 1) throw new AmazonError(429, 'QuotaExceeded', 'You exceeded your quota for the requested resource.');
  }
}
