import { z } from 'zod';
import { CountryCode, ID_MAX, Payment, text } from '../kit/scalars.ts';

/**
 * The id of a courier that must be chosen. It has a file of its own, because orders and shipments both need it while
 * they are evaluated: the web bundles each module of the contract into one file, and if one of these two modules had
 * it, their files would import each other.
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
