import { api } from '@longshore/contract';
import { refresh } from '../../lib/api.ts';

/** Everything that shows tasks. */
export const refreshWork = () => Promise.all([refresh(api.tasks.floor), refresh(api.tasks.mine)]);
