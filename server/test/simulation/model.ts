import type { Command } from './commands.ts';

/** Stock as one would do it on paper: the balances of the places, and what is promised. */
export class Model {
  readonly balances = new Map<string, number>();
  readonly promised = new Map<number, number>();

  balance(item: number, plate: number, lot: number, quarantine: boolean): number {
    return this.balances.get(`${item} ${plate} ${lot} ${quarantine}`) ?? 0;
  }

  inStock(item: number): number {
    let total = 0;
    for (const [place, quantity] of this.balances)
      if (place.startsWith(`${item} `) && place.endsWith('false')) total += quantity;
    return total;
  }

  /** Whether the command is right to be done now. */
  allows(command: Command): boolean {
    const promised = this.promised.get(command.item) ?? 0;
    const free = this.inStock(command.item) - promised;
    if (command.verb === 'promise') return command.quantity <= free && promised + command.quantity >= 0;
    if (command.verb === 'adjust') {
      if (command.quantity > 0) return !command.quarantine;
      const there = this.balance(command.item, command.plate, command.lot, command.quarantine);
      return there + command.quantity >= 0 && (command.quarantine || free + command.quantity >= 0);
    }
    if (command.from === command.to && command.fromQuarantine === command.toQuarantine) return false;
    const there = this.balance(command.item, command.from, command.lot, command.fromQuarantine);
    const leavesPristine = !command.fromQuarantine && command.toQuarantine;
    return there >= command.quantity && (!leavesPristine || free >= command.quantity);
  }

  apply(command: Command): void {
    const { item } = command;
    if (command.verb === 'promise') this.promised.set(item, (this.promised.get(item) ?? 0) + command.quantity);
    else if (command.verb === 'adjust')
      this.add(item, command.plate, command.lot, command.quarantine, command.quantity);
    else {
      this.add(item, command.from, command.lot, command.fromQuarantine, -command.quantity);
      this.add(item, command.to, command.lot, command.toQuarantine, command.quantity);
    }
  }

  private add(item: number, plate: number, lot: number, quarantine: boolean, quantity: number): void {
    this.balances.set(`${item} ${plate} ${lot} ${quarantine}`, this.balance(item, plate, lot, quarantine) + quantity);
  }
}
