import {
  api,
  type FulfilLineInput,
  type In,
  type LinesFulfilled,
  type OrderType,
  type Shipment,
} from '@longshore/contract';
import type { Caller, Reply, TestApp } from './harness.ts';
import { ordering } from './ordering.ts';
import { stockFloor } from './stock-floor.ts';

type FulfilBody = Omit<In<typeof FulfilLineInput>, 'lineId'>;

/** Shipments as the warehouse works on them, through HTTP. */
export function warehouse(app: TestApp, staff: Caller) {
  const desk = ordering(app, staff);
  const floor = stockFloor(app, staff);
  let made = 0;
  const get = (id: number) => staff.ok(api.shipments.get, { params: { id } });
  return {
    ...desk,
    plateNamed: floor.plate,
    bucket: floor.bucket,
    itemOf: floor.item,
    get,
    /** An order that is shipped in full: its shipment. */
    async shipment(type: OrderType, ...lines: (readonly [item: number, quantity: number])[]): Promise<Shipment> {
      const orderId = await desk.order({ type, lines });
      await desk.ship(orderId);
      const [shipment] = await desk.shipments(orderId);
      return get(shipment?.id ?? 0);
    },
    /** Fulfils the line at this place, from 0. */
    fulfilAt(shipment: Shipment, place: number, body: FulfilBody = {}, caller = staff): Promise<Reply<LinesFulfilled>> {
      const lineId = shipment.shipment_lines[place]?.id ?? 0;
      return caller.call(api.shipments.fulfilLine, { params: { id: shipment.id }, body: { lineId, ...body } });
    },
    async lot(item: number, number: string, expire: string | null = null): Promise<number> {
      const [lot] = await app.database.owner<{ id: number }>(
        `insert into lots (client_id, inventory_id, lot_number, expire_date)
         select client_id, id, $2, $3::date from inventories where id = $1 returning id`,
        [item, number, expire],
      );
      return lot?.id ?? 0;
    },
    async bin(type: 'P' | 'S'): Promise<string> {
      const { location } = await staff.ok(api.locations.create, { body: { location: `WH-${++made}-${type}`, type } });
      return location;
    },
    putAway: (license: string, location: string) => staff.ok(api.licenses.move, { body: { license, location } }),
    preference: (name: 'quick_fulfill' | 'outbound_excel_upload_bool', on: boolean) =>
      app.database.owner(`update company set ${name} = $1`, [on]),
  };
}
export type Warehouse = ReturnType<typeof warehouse>;

export const codeOf = ({ status, body }: Reply): number => (status === 200 ? 200 : (body.error_code ?? status));
