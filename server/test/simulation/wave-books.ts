import type { WavePickResult } from '@longshore/contract';
import { expect } from 'vitest';
import type { TestApp } from '../harness.ts';

type Answered = Pick<WavePickResult, 'shipment_id' | 'fulfillments'> & { quantity: number };

/** What people were answered about the goods of the waves, compared with what the database says of them. */
export class WaveBooks {
  /** Units of each item that came into the warehouse. */
  private readonly arrived = new Map<number, number>();
  private readonly picks: Answered[] = [];
  private readonly takenBack = new Set<number>();

  constructor(private readonly app: TestApp) {}

  arrive(item: number, units: number): void {
    this.arrived.set(item, (this.arrived.get(item) ?? 0) + units);
  }
  pick(quantity: number, { shipment_id, fulfillments }: WavePickResult): void {
    this.picks.push({ quantity, shipment_id, fulfillments });
  }
  takeBack(fulfillment: number): void {
    this.takenBack.add(fulfillment);
  }

  async assertHold(): Promise<void> {
    await this.assertUnits();
    await this.assertPicks();
    await this.assertTotes();
  }

  /** What arrived is in the warehouse or was picked: no move and no pick makes or loses a unit. */
  private async assertUnits(): Promise<void> {
    const found = await this.app.database.owner<{ id: number; units: number; moved: number }>(
      `select i.id, (coalesce((select sum(r.quantity) from stock_rows r where r.inventory_id = i.id), 0)
          + coalesce((select sum(f.quantity) from fulfillments f where f.inventory_id = i.id), 0))::int as units,
        coalesce((select sum(m.quantity) from movements m where m.inventory_id = i.id and m.kind = 'move'), 0)::int as moved
      from inventories i where i.id = any($1::int[]) order by i.id`,
      [[...this.arrived.keys()]],
    );
    const expected = [...this.arrived].sort(([one], [other]) => one - other);
    expect(found).toEqual(expected.map(([id, units]) => ({ id, units, moved: 0 })));
    const negative = 'select id from stock_rows where quantity < 0 and inventory_id = any($1::int[])';
    expect(await this.app.database.owner(negative, [[...this.arrived.keys()]])).toEqual([]);
  }

  /** Each pick is fulfilled once, with the units that it took, until it is taken back or its shipment is voided. */
  private async assertPicks(): Promise<void> {
    const ids = this.picks.flatMap(({ fulfillments }) => fulfillments);
    expect(new Set(ids).size, 'two picks are one fulfilment').toBe(ids.length);
    const rows = await this.app.database.owner<{ id: number; quantity: number }>(
      'select id, quantity from fulfillments where id = any($1::int[])',
      [ids],
    );
    const units = new Map(rows.map(({ id, quantity }) => [id, quantity]));
    const voided = new Set(
      (await this.app.database.owner<{ id: number }>('select id from shipments where voided_at is not null')).map(
        ({ id }) => id,
      ),
    );
    for (const { shipment_id, quantity, fulfillments } of this.picks) {
      if (voided.has(shipment_id)) continue;
      const lost = fulfillments.filter((id) => !units.has(id) && !this.takenBack.has(id));
      expect(lost, `a pick of shipment ${shipment_id} is lost`).toEqual([]);
      const isWhole = fulfillments.every((id) => units.has(id));
      const fulfilled = fulfillments.reduce((sum, id) => sum + (units.get(id) ?? 0), 0);
      if (isWhole) expect(fulfilled, `units of a pick of shipment ${shipment_id}`).toBe(quantity);
    }
  }

  private async assertTotes(): Promise<void> {
    const shared = await this.app.database.owner(
      `select tote_id from (
         select m.tote_id, m.shipment_id from wave_shipments m where m.holds_tote
         union all select f.tote_id, f.shipment_id from wave_full_totes f
           join wave_shipments m on m.wave_id = f.wave_id and m.shipment_id = f.shipment_id where m.holds_tote) h
       group by 1 having count(*) > 1`,
    );
    expect(shared, 'totes with two shipments').toEqual([]);
  }
}
