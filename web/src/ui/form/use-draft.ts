import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { draftStore, withDraft } from '../../lib/drafts.ts';
import { draftOwner } from '../../lib/session.ts';
import { keepingKeysIn } from '../../lib/unanswered.ts';
import { registerUnsavedWork } from '../../lib/unsaved.ts';

/** Written when typing pauses, and at once when the page is hidden or the form goes away. */
const WRITE_AFTER_MS = 300;

interface DraftedForm<Values> {
  values: Values;
  getValues: () => Values;
  setValues: (values: Values) => void;
  isDirty: () => boolean;
}

export interface DraftState {
  /** When the restored draft was last changed, in milliseconds; undefined when the form started from the record. */
  restoredAt: number | undefined;
  /** The form was saved or its changes were dropped: nothing is kept. */
  removeDraft: () => void;
  /** The values were saved, and the form stays open for the next ones. */
  clearDraft: () => void;
  hideNote: () => void;
  /**
   * Saves, and stores the idempotency key with the draft: a save without an answer is sent again under its key, also
   * after a reload.
   */
  saveDrafted: <Saved>(save: () => Promise<Saved>) => Promise<Saved>;
}

/**
 * Keeps the changes of a form as a draft and restores them when the form of the same record is opened again, with a
 * version only onto the same one.
 */
export function useDraft<Values extends Record<string, unknown>>(
  record: string | null,
  form: DraftedForm<Values>,
  version?: string,
): DraftState {
  // Of the user and client for whom the form was opened, whatever is switched meanwhile.
  const [store] = useState(() => {
    const owner = draftOwner();
    return record === null || !owner ? undefined : draftStore(owner, record, version);
  });
  const [restoredAt, setRestoredAt] = useState<number>();
  const latest = useRef(form);
  latest.current = form;
  const isDone = useRef(false);
  const wasDirty = useRef(false);

  useLayoutEffect(() => {
    const draft = store?.read();
    if (!draft) return;
    latest.current.setValues(withDraft(latest.current.getValues(), draft.values));
    setRestoredAt(draft.at);
  }, [store]);

  const write = useCallback(() => {
    if (latest.current.isDirty() && !isDone.current) store?.write(latest.current.getValues());
  }, [store]);

  const { values } = form;
  useEffect(() => {
    if (!latest.current.isDirty()) {
      if (wasDirty.current) store?.remove();
      return;
    }
    wasDirty.current = true;
    const timer = setTimeout(() => !isDone.current && store?.write(values), WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [values, store]);

  useEffect(() => {
    window.addEventListener('pagehide', write);
    return () => {
      window.removeEventListener('pagehide', write);
      write();
    };
  }, [write]);

  useEffect(() => registerUnsavedWork(() => latest.current.isDirty() && !isDone.current), []);

  return {
    restoredAt,
    removeDraft: () => {
      isDone.current = true;
      store?.remove();
    },
    clearDraft: () => store?.remove(),
    hideNote: () => setRestoredAt(undefined),
    saveDrafted: (save) => {
      write();
      return store ? keepingKeysIn(store.keys, save) : save();
    },
  };
}
