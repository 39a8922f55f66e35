import { api, type FulfilLineInput } from '@longshore/contract';
import type { Tx } from '../../../platform/database/tx.ts';
import { type Binding, bind } from '../../../platform/http/bind.ts';
import type { LockedShipment } from '../locked-shipment.ts';
import { readFulfilledOf, readShipmentRecord } from '../shipment-record.view.ts';
import { allocateShipment } from './allocate.ts';
import { readAllocation } from './allocation.view.ts';
import { fulfilPicks, recordFulfilled } from './fulfil-line.ts';
import { findFulfilBuckets, findFulfilLots, findFulfilPlaces } from './fulfil-places.view.ts';
import type { PickInput } from './fulfil-rules.ts';
import { drawFulfilmentSheet, drawPutAwaySheet } from './fulfilment-sheet.ts';
import { proposeQuickFulfil, quickFulfil } from './quick-fulfil.ts';
import { findScanned } from './scanned.view.ts';
import { unfulfil } from './unfulfil.ts';

const { shipments } = api;

const pickOf = (body: FulfilLineInput): PickInput => ({
  lineId: body.lineId,
  quantity: body.quantity,
  license: body.license,
  lotId: body.lotId,
  newLot: body.newLot?.lot ? { lot: body.newLot.lot, expire: body.newLot.expire || null } : null,
  bucketId: body.serialId,
  quarantine: body.quarantine === 1,
  // Callers of the specified interface have one text for both.
  reason: body.reason || (body.quarantine ? body.reference : ''),
  reference: body.reference,
  allowExpired: body.allow_expired === 1,
});

/** The event and the answer are sent with the writes. */
async function answerWith<Answer>(
  tx: Tx,
  changed: Promise<LockedShipment>,
  read: (shipmentId: number) => Promise<Answer>,
): Promise<Answer> {
  const shipment = await changed;
  const [answer] = await Promise.all([read(shipment.id), recordFulfilled(tx, shipment)]);
  return answer;
}

export const fulfilmentRoutes = (): Binding[] => [
  bind(shipments.findPlaces, (tx, { body }) => findFulfilPlaces(tx, body)),
  bind(shipments.findSerials, (tx, { body }) => findFulfilBuckets(tx, body)),
  bind(shipments.findLots, (tx, { body }) => findFulfilLots(tx, body)),
  bind(shipments.findScanned, (tx, { params, body }) => findScanned(tx, params.id, body.code)),
  bind(shipments.fulfilLine, (tx, { actor, params, body }) =>
    answerWith(tx, fulfilPicks(tx, actor, params.id, [pickOf(body)]), (id) => readFulfilledOf(tx, id, body.lineId)),
  ),
  bind(shipments.unfulfil, (tx, { actor, params }) =>
    answerWith(tx, unfulfil(tx, actor, params), (id) => readShipmentRecord(tx, id)),
  ),
  bind(shipments.proposal, (tx, { params }) => proposeQuickFulfil(tx, params.id)),
  bind(shipments.fulfilAll, (tx, { actor, params, body }) =>
    answerWith(tx, quickFulfil(tx, actor, params.id, body), (id) => readFulfilledOf(tx, id)),
  ),
  bind(shipments.allocation, (tx, { params }) => readAllocation(tx, params.id)),
  bind(shipments.allocate, (tx, { actor, params }) => allocateShipment(tx, actor, params.id)),
  bind(shipments.sheet, (tx, { actor, params }) => drawFulfilmentSheet(tx, actor, params.id)),
  bind(shipments.putAwaySheet, (tx, { actor, params }) => drawPutAwaySheet(tx, actor, params.id)),
];
