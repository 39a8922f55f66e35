import { z } from 'zod';
import { session } from '../accounts/session.ts';
import { event } from '../kit/event.ts';
import { Id } from '../kit/scalars.ts';
import { history } from '../records/events.ts';
import { company } from './company.ts';
import { operations } from './operations.ts';

export const companyEvents = {
  'company.saved': event({ changes: [session.boot, session.guestBoot, operations.firstSteps, history] }),
  'company_logo.copied': event({ changes: [session.boot, session.guestBoot] }),
  'courier.saved': event({ changes: [company.couriers, operations.firstSteps, history] }),
  'settings.saved': event({ changes: [company.settings, history] }),
  'y3pl.message': event({ changes: [company.messages] }),
  'mail.queued': event({ payload: z.object({ mail_id: Id }), changes: [operations.outbox] }),
  /** A user ran a failed job again. */
  'job.retried': event({
    payload: z.object({ job_id: z.string(), task: z.string(), payload: z.record(z.string(), z.unknown()) }),
    changes: [operations.jobs, operations.job],
  }),
};
