import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Id, required } from '../kit/scalars.ts';
import { LOCATION_TYPES } from '../locations/locations.ts';

/** Bins that are proposed for a plate at most. */
export const PROPOSALS_MAX = 3;

/** A bin that a plate fits in, and why this one. */
export const PutAwayProposal = z.object({
  location_id: Id,
  location: z.string(),
  type: z.enum(LOCATION_TYPES),
  /** Plates that are there already. */
  plates: z.number().int(),
  /** Units of the plate's items that are there already. */
  units: z.number().int(),
  reason: z.string(),
  reason_key: z.string(),
});
export type PutAwayProposal = z.output<typeof PutAwayProposal>;

export const floor = {
  putAway: endpoint({
    method: 'GET',
    path: '/licenses/action/put-away',
    access: 'put_license_to_location',
    summary: 'Bins that a plate fits in, the best first, each with the reason; another one may be used',
    query: z.object({ license: required('LicenseNumberIsRequired', 64) }),
    response: z.array(PutAwayProposal),
  }),
};
