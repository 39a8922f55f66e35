import { counts, messages as countsMessages } from '../counts.ts';
import { floor, messages as floorMessages } from '../floor.ts';
import { inventory, messages as inventoryMessages } from '../inventory.ts';
import { licenses, messages as licensesMessages } from '../licenses.ts';
import { locations, messages as locationsMessages } from '../locations.ts';
import { serials, messages as serialsMessages } from '../serials.ts';
import { stock, messages as stockMessages } from '../stock.ts';

/** Texts of items, stock and where it is. */
export const goodsTexts = {
  inventory,
  stock,
  locations,
  licenses,
  serials,
  counts,
  floor,
  messages: {
    ...countsMessages,
    ...floorMessages,
    ...inventoryMessages,
    ...licensesMessages,
    ...locationsMessages,
    ...serialsMessages,
    ...stockMessages,
  },
};
