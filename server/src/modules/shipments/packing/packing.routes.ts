import { api } from '@longshore/contract';
import { type Binding, bind } from '../../../platform/http/bind.ts';
import type { Ids } from '../../../platform/ids.ts';
import { drawCartonId } from './pack-rules.ts';
import { packShipment, repackShipment } from './pack-shipment.ts';
import { drawPackingList } from './packing-sheet.ts';

const { shipments } = api;

export const packingRoutes = ({ ids }: { ids: Ids }): Binding[] => [
  bind(shipments.pack, (tx, { actor, params, body }) =>
    packShipment(tx, actor, params.id, body, () => drawCartonId(ids)),
  ),
  bind(shipments.repack, (tx, { actor, params }) => repackShipment(tx, actor, params.id)),
  bind(shipments.packingSheet, (tx, { params }) => drawPackingList(tx, params.id)),
];
