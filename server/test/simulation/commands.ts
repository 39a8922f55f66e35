import type { Random } from './random.ts';

/** A command as data, so that a failing sequence can be printed, shortened and run again. */
export type Command =
  | { verb: 'adjust'; item: number; plate: number; lot: number; quarantine: boolean; quantity: number }
  | {
      verb: 'move';
      item: number;
      from: number;
      to: number;
      lot: number;
      fromQuarantine: boolean;
      toQuarantine: boolean;
      quantity: number;
    }
  | { verb: 'promise'; item: number; quantity: number };

export interface World {
  items: number;
  plates: number;
  lots: number;
}

const verbs = ['adjust', 'adjust', 'adjust', 'move', 'move', 'promise'] as const;

export function randomCommand(random: Random, world: World): Command {
  const item = random.below(world.items);
  const lot = random.below(world.lots);
  const verb = random.pick(verbs);
  if (verb === 'promise') return { verb, item, quantity: random.below(21) - 10 || 1 };
  if (verb === 'adjust') {
    const quarantine = random.below(5) === 0;
    // Quarantine is only taken from; otherwise more comes than goes, or there would be nothing to simulate.
    const quantity = quarantine ? -1 - random.below(6) : random.below(30) - 10 || 1;
    return { verb, item, plate: random.below(world.plates), lot, quarantine, quantity };
  }
  return {
    verb,
    item,
    from: random.below(world.plates),
    to: random.below(world.plates),
    lot,
    fromQuarantine: random.below(4) === 0,
    toQuarantine: random.below(4) === 0,
    quantity: 1 + random.below(12),
  };
}
