import { z } from 'zod';
import { CountryCode, ID_MAX, Payment, text } from '../kit/scalars.ts';

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
