import { module } from '../module.ts';
import { mailGivenUp } from './mail.exceptions.ts';
import { mailSubscribers, sendMailJob } from './mail.ts';
import { mailCheck } from './mail-check.ts';

export const mail = module({
  name: 'mail',
  jobs: ({ vault, smtpUrl, mailFrom }) => ({ mail: { 'send-mail': sendMailJob(vault, smtpUrl, mailFrom) } }),
  subscribers: mailSubscribers,
  checks: [mailCheck],
  exceptions: [mailGivenUp],
});
