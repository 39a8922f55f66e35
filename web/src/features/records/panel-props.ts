import { api, type Commented, type Owner } from '@longshore/contract';
import { refresh } from '../../lib/api.ts';

/** The record that a panel belongs to: `<CommentsPanel type="Relation" id={12} />`. */
export interface PanelProps {
  type: Owner;
  id: number;
  /** The user may not change anything. */
  readOnly?: boolean | undefined;
}

/** The same of a panel of comments, which exceptions have too. */
export type CommentedProps = Omit<PanelProps, 'type'> & { type: Commented };

/** Changes in a panel are also listed in the record's history. */
export const refreshHistory = () => void refresh(api.records.traces);
