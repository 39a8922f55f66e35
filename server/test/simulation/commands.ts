import { type Random, weighted } from './random.ts';

/** A place of stock: plate and lot by index; plate 0 is no plate. */
export interface Place {
  item: number;
  plate: number;
  lot: number;
  quarantine: boolean;
}

type OnPlace = Place & { quantity: number };

/** A command as data, so that a failing sequence can be printed, shrunk and run again. */
export type Command =
  | (OnPlace & { verb: 'adjust' | 'dispose' })
  | (OnPlace & { verb: 'receive' | 'unreceive' })
  | (OnPlace & { verb: 'ship' | 'unship'; holder: number })
  | (OnPlace & { verb: 'move'; toPlate: number; toQuarantine: boolean })
  | (Place & { verb: 'count'; counted: number })
  | { verb: 'reserve'; item: number; quantity: number; holder: number }
  | { verb: 'break'; plate: number; count: number };

export interface World {
  items: number;
  /** Initial plates; breaking creates more. */
  plates: number;
  lots: number;
}

/** The weight of each command. More is received than shipped, or there would be nothing to simulate. */
const verbs = weighted<Command['verb']>([
  ['adjust', 4],
  ['receive', 2],
  ['dispose', 1],
  ['move', 4],
  ['reserve', 3],
  ['ship', 3],
  ['unship', 1],
  ['unreceive', 1],
]);
const RARELY = 30;
/** Shipment lines that hold units of each item. */
const HOLDERS = 2;
const seldom: readonly Command['verb'][] = ['break', 'count'];

export function randomCommand(random: Random, world: World): Command {
  const verb = random.pick(random.below(RARELY) === 0 ? seldom : verbs);
  const item = random.below(world.items);
  const holder = 1 + random.below(HOLDERS);
  // Negative quantities are released.
  if (verb === 'reserve') return { verb, item, quantity: random.below(21) - 10 || 1, holder };
  if (verb === 'break') return { verb, plate: 1 + random.below(world.plates - 1), count: 1 + random.below(3) };
  const place = { item, plate: random.below(world.plates), lot: random.below(world.lots), quarantine: false };
  const inQuarantine = { ...place, quarantine: random.below(4) === 0 };
  const quantity = 1 + random.below(12);
  switch (verb) {
    case 'adjust':
      return { verb, ...inQuarantine, quantity: random.below(30) - 10 || 1 };
    case 'count':
      return { verb, ...inQuarantine, counted: random.below(40) };
    case 'move':
      return {
        verb,
        ...inQuarantine,
        quantity,
        toPlate: random.below(world.plates),
        toQuarantine: random.below(4) === 0,
      };
    case 'dispose':
    case 'receive':
    case 'unreceive':
      return { verb, ...inQuarantine, quantity };
    default:
      return { verb, ...place, quantity, holder };
  }
}
