/** What the server refuses with, by key. */
export const messages = {
  TaskNeedsBoth: 'Name the kind and the record of a task, or neither of them for the next one',
  TaskIsGone: 'There is nothing left to do here: somebody finished it, or it was cancelled',
  TaskIsHeld: '{{1}} has worked on this since {{2}}; take another task, or ask {{1}} to leave it',
  TaskIsNotYours: 'You do not hold this task any more; take it again',
  NoTaskWaits: 'No work waits that you could take',
  NothingToPlan: 'Choose tasks, and a priority or a person for them',
  AssigneeIsUnknown: 'This person does not exist or cannot sign in; choose another',
  AssigneeMayNot: '{{1}} has no permission for this work; choose another person',
} as const;
