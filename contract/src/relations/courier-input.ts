import { z } from 'zod';
import { CountryCode, ID_MAX, Payment, text } from '../kit/scalars.ts';

/**
 * The id of a courier that must be chosen. Orders and shipments both use this file while they are loaded: the web has a
 * file per module of the contract, and theirs would need each other if it belonged to one of them.
 */
export const CourierId = z
  .number({ error: () => 'CourierIsRequired' })
  .int()
  .positive('CourierIsRequired')
  .max(ID_MAX, 'CourierIsRequired');

/** How the courier of a shipment is paid. */
export const courierTerms = {
  payment_method: Payment,
  account: text(),
  billing_country_code: CountryCode,
  billing_zip: text(32),
};
