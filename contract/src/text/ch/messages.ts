import { messages as badges } from './badges.ts';
import { messages as billing } from './billing.ts';
import { messages as channels } from './channels.ts';
import { messages as clients } from './clients.ts';
import { messages as common } from './common.ts';
import { messages as company } from './company.ts';
import { messages as configurations } from './configurations.ts';
import { messages as counts } from './counts.ts';
import { messages as documents } from './documents.ts';
import { messages as exceptions } from './exceptions.ts';
import { messages as faces } from './faces.ts';
import { messages as fba } from './fba.ts';
import { messages as invitationMessages } from './fba-invitation.ts';
import { messages as floor } from './floor.ts';
import { messages as freight } from './freight.ts';
import { messages as fulfilment } from './fulfilment.ts';
import { messages as inventory } from './inventory.ts';
import { messages as licenses } from './licenses.ts';
import { messages as lists } from './lists.ts';
import { messages as locations } from './locations.ts';
import { messages as operations } from './operations.ts';
import { messages as orders } from './orders.ts';
import { messages as packing } from './packing.ts';
import { messages as papers } from './papers.ts';
import { messages as partners } from './partners.ts';
import { messages as records } from './records.ts';
import { messages as relations } from './relations.ts';
import { messages as reports } from './reports.ts';
import { messages as serials } from './serials.ts';
import { messages as session } from './session.ts';
import { messages as shipments } from './shipments.ts';
import { messages as shipping } from './shipping.ts';
import { messages as station } from './station.ts';
import { messages as stock } from './stock.ts';
import { messages as tasks } from './tasks.ts';
import { messages as users } from './users.ts';
import { messages as waves } from './waves.ts';

/** Every sentence a field or a call can be refused with. */
export const messages = {
  ...badges,
  ...billing,
  ...channels,
  ...clients,
  ...common,
  ...company,
  ...configurations,
  ...counts,
  ...documents,
  ...exceptions,
  ...faces,
  ...fba,
  ...invitationMessages,
  ...freight,
  ...floor,
  ...fulfilment,
  ...inventory,
  ...licenses,
  ...lists,
  ...locations,
  ...operations,
  ...orders,
  ...packing,
  ...papers,
  ...partners,
  ...records,
  ...relations,
  ...reports,
  ...serials,
  ...session,
  ...shipments,
  ...shipping,
  ...station,
  ...stock,
  ...tasks,
  ...users,
  ...waves,
};
