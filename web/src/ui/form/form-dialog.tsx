import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import { Dialog } from '../dialog.tsx';
import css from './form.module.css';
import { moveOnEnter, useFormKeys } from './form-keys.ts';
import { FormKeyHints, FormProblems } from './form-page.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import type { FormFrame } from './use-record-form.ts';

interface FormDialogProps {
  form: FormFrame;
  title: string;
  onClose: () => void;
  saveLabel?: PlainKey;
  size?: 440 | 560 | 760;
  /** Actions that cannot be undone have a red button. */
  danger?: boolean;
  /** Another action on the record, at the left of the footer. */
  other?: ReactNode;
  /** Something that the form shows is being read: it cannot be saved yet. */
  waits?: boolean;
  children: ReactNode;
}

/** Focuses the first field unless the form sets its own focus; otherwise the close button would get it. */
function focusFirstField(fields: HTMLElement | null): void {
  if (!fields?.querySelector('[data-autofocus]'))
    fields?.querySelector('[data-field]:enabled')?.setAttribute('data-autofocus', 'true');
}

/** A form in a dialog. Neither a click outside nor a scanner's Enter closes or submits it. */
export function FormDialog(props: FormDialogProps) {
  const { form, title, onClose, saveLabel = 'common.save', size = 560, danger, other, waits = false, children } = props;
  const t = useText();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => (form.wouldLose() ? setIsAsking(true) : onClose());
  const submit = async () => {
    if (!waits) await form.submit();
  };
  useFormKeys({ save: submit });
  return (
    <Dialog title={title} size={size} closeOnClickOutside={false} onClose={close}>
      <LeaveGuard form={form} />
      <form
        noValidate
        onKeyDown={moveOnEnter}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <FormProblems form={form} />
        <div ref={focusFirstField} className={css.grid}>
          {children}
        </div>
        <div className={css.dialogFoot}>
          {isAsking ? (
            <>
              <span role="alert">{t('forms.leaveTitle')}</span>
              <div className={css.footEnd}>
                <Button
                  variant="default"
                  onClick={() => {
                    form.removeDraft();
                    onClose();
                  }}
                >
                  {t('forms.leaveAnyway')}
                </Button>
                <Button onClick={() => setIsAsking(false)}>{t('forms.stay')}</Button>
              </div>
            </>
          ) : (
            <>
              {other || <FormKeyHints />}
              <div className={css.footEnd}>
                <Button variant="default" onClick={close}>
                  {t('common.cancel')}
                </Button>
                <Button type="submit" {...(danger ? { color: 'red' } : {})} disabled={form.saving || waits}>
                  {t(saveLabel)}
                </Button>
              </div>
            </>
          )}
        </div>
      </form>
    </Dialog>
  );
}
