import type { z } from 'zod';
import { Address, AddressInput } from './relations.ts';

/** A copy of an address, as an order or a shipment keeps it; later edits of the relation do not change it. */
export const AddressCopy = Address.omit({ id: true, type: true });
export type AddressCopy = z.output<typeof AddressCopy>;
/** Replaced as a whole: parts of two addresses do not make a third. */
export const AddressCopyInput = AddressInput.omit({ type: true }).meta({ whole: true });
