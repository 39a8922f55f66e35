import { z } from 'zod';
import { faces } from '../floor/faces.ts';
import { tasks } from '../floor/tasks.ts';
import { inventories } from '../inventory/inventories.ts';
import { event } from '../kit/event.ts';
import { Id } from '../kit/scalars.ts';
import { locations } from '../locations/locations.ts';
import { counts } from './counts.ts';
import { licenses } from './licenses.ts';
import { serials } from './serials.ts';
import { stock } from './stock.ts';

/** Waiting work on the floor is derived from the stock, so these answers change with it. */
const work = [
  tasks.mine,
  tasks.floor,
  { endpoint: faces.list, by: null },
  { endpoint: faces.get, by: null },
  { endpoint: faces.replenish, by: null },
];

export const stockEvents = {
  /**
   * Stock of an item was posted, or its plates moved. Open counts compare with the ledger of one moment and are
   * costly to work out, so they are not read again for each movement.
   */
  'inventory.moved': event({
    subject: 'inventories',
    changes: [
      inventories.list,
      inventories.quickList,
      inventories.get,
      stock.movements,
      stock.history,
      stock.asOf,
      stock.reservations,
      serials.onHand,
      licenses.list,
      licenses.get,
      licenses.inventories,
      licenses.movements,
      locations.licenses,
      locations.contents,
      locations.aisle,
      ...work,
    ],
  }),
  'license.saved': event({
    subject: 'licenses',
    /** How many plates moved together, when it is about no single one. */
    payload: z.object({ moved: z.number().int().optional() }),
    changes: [
      licenses.list,
      licenses.get,
      licenses.inventories,
      licenses.movements,
      licenses.places,
      locations.list,
      locations.get,
      locations.licenses,
      locations.contents,
      locations.visits,
      locations.aisle,
      ...work,
    ],
  }),
  'serial.saved': event({
    subject: 'serial_buckets',
    changes: [serials.list, serials.get, serials.movements, serials.onHand],
  }),
  'count.saved': event({ subject: 'counts', changes: [counts.list, counts.get, counts.lines, counts.place, ...work] }),
  'count.posting': event({
    subject: 'counts',
    payload: z.object({
      user_id: Id,
      after_seconds: z.number().default(0),
      /** Shipments that hold missing units are shortened. */
      short_lines: z.boolean().default(false),
    }),
    changes: [counts.list, counts.get, counts.lines, counts.place],
  }),
};
