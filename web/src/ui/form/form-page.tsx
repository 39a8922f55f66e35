import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useFormat } from '../../lib/format.ts';
import { type PlainKey, translateMessage, useText } from '../../lib/text/text.ts';
import { OtherClient } from '../detail/other-client.tsx';
import { Kbd } from '../kbd.tsx';
import { type Crumb, PageHead } from '../page-head.tsx';
import { useGo } from '../route-link.tsx';
import css from './form.module.css';
import { moveOnEnter, useFormKeys } from './form-keys.ts';
import { LeaveGuard } from './leave-guard.tsx';
import type { FormFrame } from './use-record-form.ts';

interface FormPageProps {
  form: FormFrame;
  title: string;
  crumbs?: readonly Crumb[];
  badge?: ReactNode;
  /** The client whose record is edited. */
  clientId?: number | undefined;
  /** Target of Leave and Esc. */
  leaveTo: string;
  saveLabel?: PlainKey;
  /** What is going on while it is saved, when that takes longer than usual. */
  savingText?: string;
  side?: ReactNode;
  /** For a side column with a preview. */
  wideSide?: boolean;
  children: ReactNode;
}

/**
 * A form as a page: head, problems, twelve columns, side column, sticky footer, shortcuts, and a question on leaving.
 */
export function FormPage({
  form,
  title,
  crumbs,
  badge,
  clientId,
  leaveTo,
  saveLabel = 'common.save',
  savingText,
  side,
  wideSide,
  children,
}: FormPageProps) {
  const t = useText();
  const go = useGo();
  const leave = () => go(leaveTo);
  useFormKeys({ save: form.submit, leave });
  const page = useRef<HTMLFormElement>(null);
  useEffect(() => page.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  return (
    <form
      ref={page}
      className={css.page}
      noValidate
      aria-label={title}
      onKeyDown={moveOnEnter}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <div className={css.scroll}>
        {clientId !== undefined && <OtherClient id={clientId} />}
        <div className={css.rule}>
          <div className={css.head}>
            <PageHead title={title} crumbs={crumbs ?? []} badge={badge} />
          </div>
        </div>
        <div className={css.columns} data-side={side ? (wideSide ? 'wide' : 'plain') : undefined}>
          <div className={css.main}>
            <FormProblems form={form} />
            <div className={css.grid}>{children}</div>
          </div>
          {side && <div className={css.side}>{side}</div>}
        </div>
      </div>
      <footer className={css.foot}>
        <FormKeyHints />
        <div className={css.footEnd}>
          <span role="status" className={css.saving}>
            {form.saving && savingText}
          </span>
          <Button variant="default" onClick={leave}>
            {t('forms.leave')}
          </Button>
          <Button type="submit" disabled={form.saving}>
            {t(saveLabel)}
          </Button>
        </div>
      </footer>
      <LeaveGuard form={form} />
    </form>
  );
}

export function FormKeyHints() {
  const t = useText();
  return (
    <>
      <span className={css.key}>
        <Kbd>mod</Kbd>
        <Kbd>↵</Kbd> {t('forms.saves')}
      </span>
      <span className={css.key}>
        <Kbd>Esc</Kbd> {t('forms.leaves')}
      </span>
    </>
  );
}

export function FieldGroup({ title, children }: { title: PlainKey; children: ReactNode }) {
  const t = useText();
  return (
    <div className={css.group}>
      <h2 className={css.groupTitle}>{t(title)}</h2>
      {children}
    </div>
  );
}

/** Says that a draft was restored, and offers to discard it. */
function RestoredDraft({ form, restoredAt }: Pick<FormPageProps, 'form'> & { restoredAt: number }) {
  const t = useText();
  const format = useFormat();
  return (
    <section className={css.draft} role="status">
      {t('forms.draftRestored', { time: format.dateTime(new Date(restoredAt)) })}
      <Button variant="default" size="xs" onClick={form.discardDraft}>
        {t('forms.draftDiscard')}
      </Button>
    </section>
  );
}

/** Lists the validation problems, each with a link to its field, and the choices after a conflict. */
export function FormProblems({ form }: Pick<FormPageProps, 'form'>) {
  const t = useText();
  return (
    <>
      {form.restoredAt !== undefined && <RestoredDraft form={form} restoredAt={form.restoredAt} />}
      {form.unanswered && (
        <section className={css.conflict} role="alert">
          <h2 className={css.problemsTitle}>{t('common.networkFailure')}</h2>
          <p>{t('common.nothingLost')}</p>
          <div className={css.actions}>
            <Button variant="default" disabled={form.saving} onClick={() => void form.submit()}>
              {t('common.retry')}
            </Button>
          </div>
        </section>
      )}
      {form.conflict && (
        <section className={css.conflict} role="alert">
          <h2 className={css.problemsTitle}>{t('forms.conflictTitle')}</h2>
          <p>{t('forms.conflictText')}</p>
          <div className={css.actions}>
            <Button variant="default" onClick={form.takeTheirs}>
              {t('forms.conflictReload')}
            </Button>
            <Button variant="default" onClick={form.keepMine}>
              {t('forms.conflictKeep')}
            </Button>
          </div>
        </section>
      )}
      {form.problems.length > 0 && (
        <section className={css.problems} role="alert">
          <h2 className={css.problemsTitle}>{t('forms.problems')}</h2>
          <ul>
            {form.problems.map(({ field, label, name, message }) => (
              <li key={`${field} ${message}`}>
                {label ? (
                  <a
                    href={`#${field}`}
                    onClick={(event) => {
                      event.preventDefault();
                      document.getElementById(field)?.focus();
                    }}
                  >
                    {name ?? t(label)}: {translateMessage(t, message)}
                  </a>
                ) : (
                  translateMessage(t, message)
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
