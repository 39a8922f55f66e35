import type { screens as en } from '../en/screens.ts';
import type { Translation } from '../types.ts';
import { badges } from './badges.ts';
import { billing } from './billing.ts';
import { camera } from './camera.ts';
import { clients } from './clients.ts';
import { company } from './company.ts';
import { configurations } from './configurations.ts';
import { counts } from './counts.ts';
import { dashboard } from './dashboard.ts';
import { documents } from './documents.ts';
import { errors } from './errors.ts';
import { exceptions } from './exceptions.ts';
import { faces } from './faces.ts';
import { fba } from './fba.ts';
import { floor } from './floor.ts';
import { forms } from './forms.ts';
import { freight } from './freight.ts';
import { fulfilment } from './fulfilment.ts';
import { guest } from './guest.ts';
import { integrations } from './integrations.ts';
import { inventory } from './inventory.ts';
import { labels } from './labels.ts';
import { licenses } from './licenses.ts';
import { lists } from './lists.ts';
import { locations } from './locations.ts';
import { marketplace } from './marketplace.ts';
import { messages } from './messages.ts';
import { navigation } from './navigation.ts';
import { onFloor } from './on-floor.ts';
import { operations } from './operations.ts';
import { orders } from './orders.ts';
import { packing } from './packing.ts';
import { papers } from './papers.ts';
import { permissions } from './permissions.ts';
import { profile } from './profile.ts';
import { records } from './records.ts';
import { relations } from './relations.ts';
import { reports } from './reports.ts';
import { scan } from './scan.ts';
import { serials } from './serials.ts';
import { shell } from './shell.ts';
import { shipments } from './shipments.ts';
import { station } from './station.ts';
import { stock } from './stock.ts';
import { tasks } from './tasks.ts';
import { users } from './users.ts';
import { carts, totes, waves } from './waves.ts';

export const screens = {
  ...guest,
  shell,
  profile,
  dashboard,
  exceptions,
  lists,
  navigation,
  camera,
  floor,
  onFloor,
  forms,
  relations,
  reports,
  inventory,
  station,
  stock,
  tasks,
  faces,
  records,
  company,
  configurations,
  operations,
  permissions,
  clients,
  integrations,
  badges,
  users,
  waves,
  carts,
  totes,
  locations,
  marketplace,
  labels,
  fba,
  licenses,
  scan,
  serials,
  counts,
  orders,
  shipments,
  freight,
  fulfilment,
  packing,
  papers,
  billing,
  documents,
  messages,
  errors,
} satisfies Translation<typeof en>;
