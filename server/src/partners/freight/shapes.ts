import { z } from 'zod';
import { optionalText } from '../read-answer.ts';

const Choice = z.looseObject({ code: z.string(), name: optionalText });

/** The four lists of the form. */
export const ListsShape = z.looseObject({
  serviceName: z.array(Choice),
  quoteType: z.array(Choice),
  incoCode: z.array(Choice),
  transportMode: z.array(Choice),
});

export const AccountShape = z.looseObject({ name: optionalText });
export const CustomerShape = z.looseObject({ currency: z.string() });

export const BookingShape = z.looseObject({
  bookingId: z.string().min(1),
  status: z.enum(['SUBMITTED', 'CONFIRMED', 'REJECTED', 'CANCELLED']),
  reason: optionalText,
});

export const HookShape = z.looseObject({ event: z.string(), bookingId: z.string(), id: optionalText });

export const ErrorShape = z.looseObject({ message: optionalText });
