import { api } from '@longshore/contract';
import { type Binding, bind } from '../../platform/http/bind.ts';
import { packShipment, repackShipment } from './pack-shipment.ts';
import { drawPackingList } from './packing-sheet.ts';

const { shipments } = api;

export const packingRoutes = (): Binding[] => [
  bind(shipments.pack, (tx, { actor, params, body }) => packShipment(tx, actor, params.id, body)),
  bind(shipments.repack, (tx, { actor, params }) => repackShipment(tx, actor, params.id)),
  bind(shipments.packingSheet, (tx, { params }) => drawPackingList(tx, params.id)),
];
