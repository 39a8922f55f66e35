import type { AddressCopy } from '@longshore/contract';

/** A complete address, for tests and journeys to which it does not matter where that is. */
export const address = (company: string): AddressCopy => ({
  company,
  contact: 'Ada',
  phone: '',
  street1: '1 Quay',
  street2: '',
  street3: '',
  city: 'Oakland',
  postal_code: '94607',
  state: 'California',
  state_code: 'CA',
  country: 'United States',
  country_code: 'US',
});
