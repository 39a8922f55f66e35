export type BookingStatus = 'SUBMITTED' | 'CONFIRMED' | 'REJECTED' | 'CANCELLED';

export interface Booking {
  bookingId: string;
  status: BookingStatus;
  reason: string;
  idempotencyKey: string;
  bookedAt: Date;
  document: Record<string, unknown>;
  callback: { url: string; secret: string } | undefined;
}

/** What the people of the provider decide about. */
export interface Bookings {
  readonly bookings: ReadonlyMap<string, Booking>;
  /** Bookings whose freight was collected: they cannot be cancelled any more. */
  readonly hasLeft: Set<string>;
  decide(bookingId: string, status: BookingStatus, reason?: string): void;
}
