import type { MovementKind } from '@longshore/contract';
import type { RawBuilder } from 'kysely';

/** Where a quantity of an item stands: on a plate or none, of a lot or none, pristine or quarantined. */
export interface Place {
  licenseId: number | null;
  lotId: number | null;
  quarantine: boolean;
}

/** One line of a posting: so many units more (or fewer) at a place. */
export interface PostingLine extends Place {
  quantity: number;
}

/** A query of at most one row that finds what a posting is about as people name it: `client_id` and the plates. */
export interface Naming {
  shape: string;
  write: () => RawBuilder<unknown>;
  /** What the slots of the query read. */
  names: unknown;
}

/** A plate that the naming finds, in its column `plate_…`. */
export interface NamedPlate {
  plate: string;
}

/** A plate by its id, or the one that the posting's naming finds. */
type Line = Omit<PostingLine, 'licenseId'> & { licenseId: number | null | NamedPlate };

export interface Posting {
  /** Finds what the posting is about as people name it; when that is not there, nothing is posted. */
  named?: Naming;
  /** Whose item it is, when no naming finds it. */
  clientId?: number;
  inventoryId: number;
  kind: MovementKind;
  reference: string;
  /** What made it happen, in a word and an id: `shipment 12`, `count 3`. */
  cause: string;
  by: { id: number | null; name: string };
  lines: readonly Line[];
  /** How many more units are promised afterwards: fulfilling keeps a promise, taking it back renews it. */
  promised?: number;
  /** The serial bucket that goes along, whole. */
  bucketId?: number | null;
  /** Tells open screens of it in the same statement; a command of many postings tells them once itself. */
  told?: true;
}

/** A posting with what follows from its lines. */
export interface Reckoned extends Posting {
  /** How much the item has more afterwards. */
  pristine: number;
  quarantined: number;
  promised: number;
  /** What comes after each line, to tell the item's balance then from its balance in the end. */
  later: number[];
}
