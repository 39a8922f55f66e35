import { type Answer, json } from '../kit/partner.ts';
import type { Problems } from './check-body.ts';

/** A refusal: `{"detail": …}`, or the problems of the fields that were sent. */
export class ShippoError extends Error {
  constructor(
    readonly status: number,
    readonly said: string | { [field: string]: Problems },
  ) {
    super(JSON.stringify(said));
    this.name = 'ShippoError';
  }

  answer(): Answer {
    return json(this.status, typeof this.said === 'string' ? { detail: this.said } : this.said);
  }
}

export const notFound = (): ShippoError => new ShippoError(404, 'Not found.');
export const invalid = (field: string, message: string): ShippoError => new ShippoError(400, { [field]: [message] });
