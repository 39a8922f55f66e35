import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import { Dialog } from '../dialog.tsx';
import css from './form.module.css';
import { enterGoesOn, useFormKeys } from './form-keys.ts';
import { FormKeyHints, FormProblems } from './form-page.tsx';
import type { FormFrame } from './use-record-form.ts';

interface FormDialogProps {
  form: FormFrame;
  title: string;
  onClose: () => void;
  saveLabel?: PlainKey;
  size?: 440 | 560 | 760;
  /** What cannot be undone is confirmed in red. */
  danger?: boolean;
  /** Another thing one can do with the record: a button at the left of the foot. */
  other?: ReactNode;
  children: ReactNode;
}

/** The first field is begun with, unless the form says which: otherwise it would be the cross that closes it. */
function beginInFirst(fields: HTMLElement | null): void {
  if (!fields?.querySelector('[data-autofocus]'))
    fields?.querySelector('[data-field]:enabled')?.setAttribute('data-autofocus', 'true');
}

/** A small form over a page. A click beside it does not close it, and neither does the Enter of a scanner. */
export function FormDialog(props: FormDialogProps) {
  const { form, title, onClose, saveLabel = 'common.save', size = 560, danger, other, children } = props;
  const t = useText();
  const [asking, setAsking] = useState(false);
  const close = () => (form.wouldLose() ? setAsking(true) : onClose());
  useFormKeys({ save: form.submit });
  return (
    <Dialog title={title} size={size} closeOnClickOutside={false} onClose={close}>
      <form
        noValidate
        onKeyDown={enterGoesOn}
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <FormProblems form={form} />
        <div ref={beginInFirst} className={css.grid}>
          {children}
        </div>
        <div className={css.dialogFoot}>
          {asking ? (
            <>
              <span role="alert">{t('forms.leaveTitle')}</span>
              <div className={css.footEnd}>
                <Button variant="default" onClick={onClose}>
                  {t('forms.leaveAnyway')}
                </Button>
                <Button onClick={() => setAsking(false)}>{t('forms.stay')}</Button>
              </div>
            </>
          ) : (
            <>
              {other || <FormKeyHints />}
              <div className={css.footEnd}>
                <Button variant="default" onClick={close}>
                  {t('common.cancel')}
                </Button>
                <Button type="submit" {...(danger ? { color: 'red' } : {})} disabled={form.saving}>
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
