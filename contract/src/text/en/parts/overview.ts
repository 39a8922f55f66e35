import { dashboard } from '../dashboard.ts';
import { exceptions, messages as exceptionsMessages } from '../exceptions.ts';

/** Texts of the dashboard and of exceptions. */
export const overviewTexts = {
  dashboard,
  exceptions,
  messages: exceptionsMessages,
};
