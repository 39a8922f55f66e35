import { api, directionOf, type Order } from '@longshore/contract';
import { useRead } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { PrintMenu } from './print-menu.tsx';

/**
 * The papers of an order's shipment, for those who may open it. Papers of several shipments are printed from the list.
 */
export function OrderPapers({ order }: { order: Order }) {
  const { can } = useSession();
  const [only, ...others] = order.shipments;
  const id = others.length === 0 ? only?.id : undefined;
  // Whether it is packed.
  const { data: shipment } = useRead(
    api.shipments.get,
    { params: { id: id ?? 0 } },
    { enabled: id !== undefined && can(api.shipments.get.access) },
  );
  if (id === undefined) return null;
  return (
    <PrintMenu
      ids={[id]}
      direction={directionOf(order.type)}
      packed={shipment?.packed === 1}
      cartons={shipment?.carton_count ?? 0}
    />
  );
}
