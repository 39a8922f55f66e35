/** What the server refuses with, by key. */
export const messages = {
  BillingReportNeeds: 'Billing report needs at least one client and a name',
  ClientIsUnknown: 'One of the clients does not exist',
  TooManyClients: 'Clients of one report at most: {{n}}',
  PeriodEndsBeforeItBegins: 'The end date is before the start date',
  ReportTooLong:
    'The report has more than {{n}} rows, the most in this format. Choose fewer clients, a shorter period or Excel.',
  SelectAtLeastOneClient: 'Must select at least 1 client',
  SendTo1IsInvalid: 'Send To 1 must be a valid email address',
  SendTo2IsInvalid: 'Send To 2 must be a valid email address',
  TaskUserIsDisabled: 'The user who created the task is disabled or may no longer run billing reports',
  TaskHasNoClients: 'None of the clients of the task exists any more',
  TaskFileTooLarge: 'The file is larger than {{n}} MB and cannot be mailed: choose fewer clients',
  TaskStopped: 'An unexpected error stopped the run',
} as const;
