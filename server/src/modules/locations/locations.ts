import { api } from '@longshore/contract';
import { sql } from '../../platform/database/sql.ts';
import { plainResource } from '../../platform/resources/plain-resource.ts';
import { history } from '../records/index.ts';

/** Bins are shared by all clients. Moving plates between them is part of the stock module. */
export const locationResource = plainResource({
  endpoints: api.locations,
  event: 'location.saved',
  traced: 'Location',
  history,
  computed: { license_count: sql`(select count(*) from licenses l where l.location_id = locations.id)` },
  names: ['location', 'billing_category'],
  searched: ['location'],
  palette: { kind: 'location', title: 'location', description: 'billing_category', hasPage: true },
});
