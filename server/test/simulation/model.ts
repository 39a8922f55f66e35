import type { Command, Place } from './commands.ts';

const keyOf = ({ item, plate, lot, quarantine }: Place) => `${item} ${plate} ${lot} ${quarantine}`;

function placeOf(key: string): Place {
  const [item, plate, lot, quarantine] = key.split(' ');
  return { item: Number(item), plate: Number(plate), lot: Number(lot), quarantine: quarantine === 'true' };
}

/** A change of one balance, and of a holder's reservation. */
interface Change {
  place: Place;
  units: number;
  reserved?: { holder: number; units: number };
}

const change = (goods: Place & { holder: number }, units: number): Change => ({
  place: goods,
  units,
  reserved: { holder: goods.holder, units },
});

/** In-memory model of stock: the balances of the places, and the reservations of each holder. */
export class Model {
  readonly balances = new Map<string, number>();
  /** By item and holder. */
  private readonly reserved = new Map<string, number>();
  /** Plates created by breaking, after the initial ones. */
  private plates: number;

  constructor(plates: number) {
    this.plates = plates;
  }

  private balance(place: Place): number {
    return this.balances.get(keyOf(place)) ?? 0;
  }

  private inStock(item: number): number {
    let total = 0;
    for (const [key, quantity] of this.balances) {
      const place = placeOf(key);
      if (place.item === item && !place.quarantine) total += quantity;
    }
    return total;
  }

  /** All units of an item, wherever they are. */
  unitsOf(item: number): number {
    let total = 0;
    for (const [key, quantity] of this.balances) if (placeOf(key).item === item) total += quantity;
    return total;
  }

  /** An empty sheet is not created. */
  private hasAny(item: number): boolean {
    return [...this.balances].some(([key, quantity]) => placeOf(key).item === item && quantity > 0);
  }

  private onPlate(plate: number): [Place, number][] {
    return [...this.balances]
      .map(([key, quantity]): [Place, number] => [placeOf(key), quantity])
      .filter(([place, quantity]) => place.plate === plate && quantity > 0);
  }

  /** The effect of a command, or undefined when it must be refused in any state. */
  private changesOf(command: Exclude<Command, { verb: 'reserve' | 'break' }>): Change[] | undefined {
    switch (command.verb) {
      case 'receive':
        return [{ place: command, units: command.quantity }];
      case 'dispose':
      case 'unreceive':
        return [{ place: command, units: -command.quantity }];
      case 'ship':
        return [change(command, -command.quantity)];
      case 'unship':
        return [change(command, command.quantity)];
      case 'adjust':
        return command.quarantine && command.quantity > 0 ? undefined : [{ place: command, units: command.quantity }];
      case 'count':
        return [{ place: command, units: command.counted - this.balance(command) }];
      case 'move': {
        const to = { ...command, plate: command.toPlate, quarantine: command.toQuarantine };
        if (keyOf(to) === keyOf(command)) return undefined;
        return [
          { place: command, units: -command.quantity },
          { place: to, units: command.quantity },
        ];
      }
    }
  }

  /** Whether the command must succeed now. */
  allows(command: Command): boolean {
    if (command.verb === 'break')
      return Math.max(0, ...this.onPlate(command.plate).map(([, quantity]) => quantity)) >= command.count;
    const reserved = this.reservedOf(command.item);
    const inStock = this.inStock(command.item);
    if (command.verb === 'reserve')
      return (
        this.heldBy(command.item, command.holder) + command.quantity >= 0 && reserved + command.quantity <= inStock
      );
    const changes = this.changesOf(command);
    if (!changes || (command.verb === 'count' && !this.hasAny(command.item))) return false;
    const pristine = changes.reduce((sum, { place, units }) => sum + (place.quarantine ? 0 : units), 0);
    const after = reserved + changes.reduce((sum, change) => sum + (change.reserved?.units ?? 0), 0);
    const fits = changes.every(
      ({ place, units, reserved: held }) =>
        this.balance(place) + units >= 0 && (!held || this.heldBy(place.item, held.holder) + held.units >= 0),
    );
    return fits && after <= inStock + pristine;
  }

  apply(command: Command): void {
    if (command.verb === 'break') this.spread(command.plate, command.count);
    else if (command.verb === 'reserve') this.reserve(command.item, command.holder, command.quantity);
    else
      for (const { place, units, reserved } of this.changesOf(command) ?? []) {
        this.balances.set(keyOf(place), this.balance(place) + units);
        if (reserved) this.reserve(place.item, reserved.holder, reserved.units);
      }
  }

  private heldBy(item: number, holder: number): number {
    return this.reserved.get(`${item} ${holder}`) ?? 0;
  }

  private reservedOf(item: number): number {
    const ofItem = [...this.reserved].filter(([key]) => key.startsWith(`${item} `));
    return ofItem.reduce((sum, [, units]) => sum + units, 0);
  }

  private reserve(item: number, holder: number, units: number): void {
    this.reserved.set(`${item} ${holder}`, this.heldBy(item, holder) + units);
  }

  private spread(plate: number, count: number): void {
    for (const [place, quantity] of this.onPlate(plate)) {
      const share = Math.floor(quantity / count);
      if (!share) continue;
      this.balances.set(keyOf(place), quantity - share * count);
      for (let part = 0; part < count; part++) this.balances.set(keyOf({ ...place, plate: this.plates + part }), share);
    }
    this.plates += count;
  }

  /** The total of each item over all places: what can be compared when the order of commands is not known. */
  totals(): Map<string, number> {
    const totals = new Map<string, number>();
    for (const [key, quantity] of this.balances) {
      const { item, lot, quarantine } = placeOf(key);
      const total = keyOf({ item, plate: 0, lot, quarantine });
      totals.set(total, (totals.get(total) ?? 0) + quantity);
    }
    return totals;
  }
}
