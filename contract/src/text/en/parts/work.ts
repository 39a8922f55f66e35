import { faces, messages as facesMessages } from '../faces.ts';
import { tasks, messages as tasksMessages } from '../tasks.ts';

/** Texts of the floor as the desk sees it: tasks and picking faces. */
export const workTexts = {
  tasks,
  faces,
  messages: { ...facesMessages, ...tasksMessages },
};
