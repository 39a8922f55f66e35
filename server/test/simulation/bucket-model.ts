import type { BucketState } from '@longshore/contract';
import type { BucketCommand } from './bucket-floor.ts';

interface PaperBucket {
  state: BucketState;
  plate: number;
  units: number;
}

/** In-memory model of buckets: each in one state, at one place. */
export class BucketModel {
  readonly buckets: PaperBucket[];
  private reserved = 0;

  constructor(buckets: number, units: number) {
    this.buckets = Array.from({ length: buckets }, () => ({ state: 'created', plate: 0, units }));
  }

  private free(): number {
    const inStock = this.buckets.reduce((sum, { state, units }) => sum + (state === 'in_stock' ? units : 0), 0);
    return inStock - this.reserved;
  }

  allows(command: BucketCommand): boolean {
    if (command.verb === 'reserve') return command.quantity <= this.free() && this.reserved + command.quantity >= 0;
    const bucket = this.buckets[command.bucket];
    if (!bucket) return false;
    const { state, units } = bucket;
    const here = state === 'in_stock' || state === 'quarantined';
    switch (command.verb) {
      case 'receive':
        return state === 'created';
      case 'return':
        return state === 'shipped';
      case 'ship':
        return state === 'in_stock' && this.reserved >= units;
      case 'unship':
        return state === 'shipped';
      case 'dispose':
        return state === 'quarantined' || (state === 'in_stock' && this.free() >= units);
      case 'split':
        return (here || state === 'shipped') && units > 1;
      case 'move': {
        const stays = bucket.plate === command.plate && (state === 'quarantined') === command.quarantine;
        return here && !stays && (state === 'quarantined' || !command.quarantine || this.free() >= units);
      }
    }
  }

  apply(command: BucketCommand): void {
    if (command.verb === 'reserve') {
      this.reserved += command.quantity;
      return;
    }
    const bucket = this.buckets[command.bucket];
    if (!bucket) return;
    switch (command.verb) {
      case 'receive':
      case 'return':
      case 'move':
        bucket.state = command.quarantine ? 'quarantined' : 'in_stock';
        bucket.plate = command.plate;
        break;
      case 'ship':
        bucket.state = 'shipped';
        bucket.plate = 0;
        this.reserved -= bucket.units;
        break;
      case 'unship':
        bucket.state = 'in_stock';
        this.reserved += bucket.units;
        break;
      case 'dispose':
        bucket.state = 'disposed';
        bucket.plate = 0;
        break;
      case 'split': {
        const units = Math.floor(bucket.units / 2);
        bucket.units -= units;
        this.buckets.push({ ...bucket, units });
      }
    }
  }
}
