import type { Command, Place } from './commands.ts';

const keyOf = ({ item, plate, lot, quarantine }: Place) => `${item} ${plate} ${lot} ${quarantine}`;

function placeOf(key: string): Place {
  const [item, plate, lot, quarantine] = key.split(' ');
  return { item: Number(item), plate: Number(plate), lot: Number(lot), quarantine: quarantine === 'true' };
}

/** A change of one balance, and what it does to the promises. */
interface Change {
  place: Place;
  units: number;
  promised?: number;
}

/** Stock as one would do it on paper: the balances of the places, and what is promised. */
export class Model {
  readonly balances = new Map<string, number>();
  readonly promised = new Map<number, number>();
  /** Plates that breaking has made, after those of the beginning. */
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

  /** A sheet of nothing is not made. */
  private hasAny(item: number): boolean {
    return [...this.balances].some(([key, quantity]) => placeOf(key).item === item && quantity > 0);
  }

  private onPlate(plate: number): [Place, number][] {
    return [...this.balances]
      .map(([key, quantity]): [Place, number] => [placeOf(key), quantity])
      .filter(([place, quantity]) => place.plate === plate && quantity > 0);
  }

  /** What a command does, or undefined when it must be refused whatever there is. */
  private changesOf(command: Exclude<Command, { verb: 'promise' | 'break' }>): Change[] | undefined {
    switch (command.verb) {
      case 'receive':
        return [{ place: command, units: command.quantity }];
      case 'dispose':
      case 'unreceive':
        return [{ place: command, units: -command.quantity }];
      case 'ship':
        return [{ place: command, units: -command.quantity, promised: -command.quantity }];
      case 'unship':
        return [{ place: command, units: command.quantity, promised: command.quantity }];
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

  /** Whether the command is right to be done now. */
  allows(command: Command): boolean {
    if (command.verb === 'break')
      return Math.max(0, ...this.onPlate(command.plate).map(([, quantity]) => quantity)) >= command.count;
    const promised = this.promised.get(command.item) ?? 0;
    const inStock = this.inStock(command.item);
    if (command.verb === 'promise') return promised + command.quantity >= 0 && promised + command.quantity <= inStock;
    const changes = this.changesOf(command);
    if (!changes || (command.verb === 'count' && !this.hasAny(command.item))) return false;
    const pristine = changes.reduce((sum, { place, units }) => sum + (place.quarantine ? 0 : units), 0);
    const after = promised + changes.reduce((sum, change) => sum + (change.promised ?? 0), 0);
    const fits = changes.every(({ place, units }) => this.balance(place) + units >= 0);
    return fits && after >= 0 && after <= inStock + pristine;
  }

  apply(command: Command): void {
    if (command.verb === 'break') this.spread(command.plate, command.count);
    else if (command.verb === 'promise') this.promise(command.item, command.quantity);
    else
      for (const { place, units, promised = 0 } of this.changesOf(command) ?? []) {
        this.balances.set(keyOf(place), this.balance(place) + units);
        this.promise(place.item, promised);
      }
  }

  private promise(item: number, units: number): void {
    this.promised.set(item, (this.promised.get(item) ?? 0) + units);
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

  /** What each item has in all, wherever it stands: what is left to compare when the order of things is not known. */
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
