import type { PartnerPlace } from '@longshore/contract';
import { type Open, staffScope, type Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { refused } from '../../../platform/http/problem.ts';
import type { Ids } from '../../../platform/ids.ts';
import type { QueueMail } from '../../../platform/mail/mail.ts';
import { endLease } from '../../../platform/outgoing/allowances.ts';
import { type AccountTools, findAccount, type OpenedAccount } from '../../channels/index.ts';
import type { StationPartner, StationRef } from '../station-partner.ts';
import type { StationRow } from './station.store.ts';

export interface StationTools extends AccountTools {
  stationPartners: readonly StationPartner[];
  ids: Ids;
  queueMail: QueueMail;
  origin: string;
}

/** The station with the company's account, ready to be called. */
export interface OpenedStation {
  station: StationPartner;
  account: OpenedAccount;
  /** The warehouses there. */
  places: readonly PartnerPlace[];
}

export async function findStation(
  tools: StationTools,
  open: Open,
  isWaitedFor: boolean,
): Promise<OpenedStation | undefined> {
  const [station] = tools.stationPartners;
  if (!station) throw refused(90001);
  const account = await findAccount(tools, open, station.partner, isWaitedFor);
  return account && { station, account, places: account.stored.catalogue.places ?? [] };
}

/** 90006 without an account that the station accepts. */
export async function openStation(tools: StationTools, open: Open): Promise<OpenedStation> {
  const opened = await findStation(tools, open, true);
  if (!opened) throw refused(90006);
  return opened;
}

/**
 * Longer than a call including the wait for its turn. A call that outlasts the lease does no harm, because sending an
 * order twice has the effect of sending it once.
 */
export const LEASE_SECONDS = 120;
export const leaseOf = (shipmentId: number): string => `station ${shipmentId}`;

export const endLeases = (open: Open, shipmentIds: readonly number[]): Promise<void> =>
  open(staffScope, async (tx) => {
    for (const id of shipmentIds) await endLease(tx, leaseOf(id));
  });

export const refOf = ({ external_id, order_key, number }: StationRow): StationRef => ({
  id: external_id,
  key: order_key,
  number,
});

export const recordStationChange = (tx: Tx, { client_id, shipment_id }: StationRow): Promise<void> =>
  recordEvent(tx, { kind: 'station.saved', clientId: client_id, subjectId: shipment_id });
