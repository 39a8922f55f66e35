import { type Client, ClientAddress, ClientDetail, type ClientInput, type ClientUpdate } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { forbidden, invalidFields, notFound, stale } from '../../platform/http/problem.ts';
import { changesBetween, changesUnder, trace } from '../records/index.ts';
import { type ClientParts, forbiddenParts, loweredNumbers } from './client-rules.ts';
import {
  type ClientDetailFields,
  type ClientGeneralFields,
  insertClient,
  type LockedClient,
  lockClient,
  updateClient,
} from './clients.store.ts';
import { readClient } from './clients.view.ts';

const FIRST_NUMBER = 1000;

function generalOf(input: ClientInput): ClientGeneralFields {
  const { address: _, detail: __, ...general } = input;
  return {
    company: general.company,
    email: general.email,
    account: general.account,
    is_active: general.is_active === 1,
    is_fba: general.is_fba === 1,
    custom_1: general.custom_1,
    custom_2: general.custom_2,
    custom_3: general.custom_3,
    custom_4: general.custom_4,
    custom_5: general.custom_5,
  };
}

function detailOf(
  input: ClientDetail,
  kept: Pick<ClientDetailFields, 'next_inv_num' | 'next_picking_num'>,
): ClientDetailFields {
  return {
    ...input,
    next_inv_num: input.next_inv_num ?? kept.next_inv_num,
    next_picking_num: input.next_picking_num ?? kept.next_picking_num,
    use_ship_station: input.use_ship_station === 1,
    email_upon_receiving: input.email_upon_receiving === 1,
    email_upon_shipping: input.email_upon_shipping === 1,
    receiving_notification_emails: [...new Set(input.receiving_notification_emails)],
    shipping_notification_emails: [...new Set(input.shipping_notification_emails)],
  };
}

/** The changes of a save, part by part. A field that was never stored counts as empty. */
function changesOf(before: ClientParts, after: ClientParts) {
  const blank = ClientAddress.parse({});
  return {
    general: changesBetween(before.general, after.general),
    address: changesUnder('address', changesBetween({ ...blank, ...before.address }, after.address)),
    detail: changesUnder('detail', changesBetween(before.detail, after.detail)),
  };
}

/** The parts of a client after a save; a part that was not sent is unchanged. */
function partsAfter(before: LockedClient, input: ClientUpdate): ClientParts {
  return {
    general: generalOf(input),
    address: input.address ?? before.address,
    detail: input.detail ? detailOf(input.detail, before.detail) : before.detail,
  };
}

export async function createClientByHand(tx: Tx, actor: Actor, input: ClientInput): Promise<Client> {
  const general = generalOf(input);
  const address = input.address ?? ClientAddress.parse({});
  const numbers = { next_inv_num: FIRST_NUMBER, next_picking_num: FIRST_NUMBER };
  const detail = detailOf(input.detail ?? ClientDetail.parse({}), numbers);
  const id = await insertClient(tx, general, address, detail);
  const changes = [
    ...changesBetween({}, general),
    ...changesUnder('address', changesBetween({}, address)),
    ...changesUnder('detail', changesBetween({}, detail)),
  ];
  const filled = changes.filter(({ newValue }) => !['', '[]', 'false', '0'].includes(newValue));
  await trace(tx, actor, { type: 'Client', id, clientId: id, subject: 'Created', changes: filled });
  await recordEvent(tx, { kind: 'client.saved', clientId: id, subjectId: id });
  return readClient(tx, id);
}

export async function saveClient(tx: Tx, actor: Actor, id: number, input: ClientUpdate): Promise<Client> {
  const before = await lockClient(tx, id);
  if (!before) throw notFound();
  if (input.updated_at && input.updated_at !== before.updated_at) throw stale();
  const after = partsAfter(before, input);
  const changes = changesOf(before, after);
  const changed = (['general', 'address', 'detail'] as const).filter((part) => changes[part].length > 0);
  if (forbiddenParts(actor, changed).length) throw forbidden();
  const lowered = loweredNumbers(before.detail, after.detail);
  if (Object.keys(lowered).length) throw invalidFields(lowered);
  if (changed.length) {
    await updateClient(tx, id, after);
    await trace(tx, actor, {
      type: 'Client',
      id,
      clientId: id,
      subject: 'Updated',
      changes: [...changes.general, ...changes.address, ...changes.detail],
    });
    await recordEvent(tx, { kind: 'client.saved', clientId: id, subjectId: id });
  }
  return readClient(tx, id);
}
