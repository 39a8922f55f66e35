import { api, type Owner } from '@longshore/contract';
import { refresh } from '../../lib/api.ts';

/** What a panel hangs on: `<CommentsPanel type="Relation" id={12} />`. */
export interface PanelProps {
  type: Owner;
  id: number;
  /** The reader may look only. */
  readOnly?: boolean | undefined;
}

/** What was done here stands in the record's history too. */
export const refreshHistory = () => void refresh(api.records.traces);
