/** A refusal; how its body is spelled depends on the account's switch. */
export class ShipStationError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const badRequest = (message: string): ShipStationError => new ShipStationError(400, message);
export const notFound = (what: string): ShipStationError => new ShipStationError(404, `${what} not found.`);
