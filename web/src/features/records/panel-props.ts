import { api, type Owner } from '@longshore/contract';
import { refresh } from '../../lib/api.ts';

/** The record that a panel belongs to: `<CommentsPanel type="Relation" id={12} />`. */
export interface PanelProps {
  type: Owner;
  id: number;
  /** The user may not change anything. */
  readOnly?: boolean | undefined;
}

/** Changes in a panel are also listed in the record's history. */
export const refreshHistory = () => void refresh(api.records.traces);
