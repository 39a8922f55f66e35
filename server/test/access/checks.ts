import { checkMalformedBodies, checkMistypedBodies, checkUploads } from './body-checks.ts';
import { checkAuthentication, checkKind, checkOtherClient, checkUnknownIds } from './caller-checks.ts';
import { checkListOwnership, checkLists, checkQueries } from './query-checks.ts';
import type { Check } from './test-request.ts';

/** What must hold for every endpoint. */
export const checks: Record<string, Check> = {
  'needs a valid token': checkAuthentication,
  'asks for the right kind of user and the permission': checkKind,
  'answers 404 for what is not there': checkUnknownIds,
  "hides other clients' rows": checkOtherClient,
  'refuses malformed bodies': checkMalformedBodies,
  'refuses mistyped and missing fields': checkMistypedBodies,
  'refuses strange uploads': checkUploads,
  'survives strange queries': checkQueries,
  'lists as declared': checkLists,
  "lists its own client's rows only": checkListOwnership,
};
