import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import { Dialog } from '../dialog.tsx';
import css from './form.module.css';
import { enterGoesOn, useFormKeys } from './form-keys.ts';
import { FormKeyHints, FormProblems } from './form-page.tsx';
import type { RecordForm } from './use-record-form.ts';

interface FormDialogProps {
  form: RecordForm<never> | RecordForm<Record<string, unknown>>;
  title: string;
  onClose: () => void;
  saveLabel?: PlainKey;
  size?: 440 | 560 | 760;
  children: ReactNode;
}

/** A small form over a page. A click beside it does not close it, and neither does the Enter of a scanner. */
export function FormDialog({ form, title, onClose, saveLabel = 'common.save', size = 560, children }: FormDialogProps) {
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
        <div className={css.grid}>{children}</div>
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
              <FormKeyHints />
              <div className={css.footEnd}>
                <Button variant="default" onClick={close}>
                  {t('common.cancel')}
                </Button>
                <Button type="submit" disabled={form.saving}>
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
