import type { Integration, PartnerForm } from '@longshore/contract';
import { VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useText } from '../../lib/text/text.ts';
import { Section } from '../../ui/detail/detail-page.tsx';
import css from './channels.module.css';

interface StepsProps {
  integration: Integration;
  partner: PartnerForm | undefined;
}

/** Of a connection that has not run yet: what comes first, instead of empty tables. */
export function FirstSteps({ integration, partner }: StepsProps) {
  const t = useText();
  const named = { partner: partner?.name ?? integration.partner };
  const isVerified = integration.verified === 1;
  const steps = [
    {
      title: t('integrations.start.verify'),
      hint: t(isVerified ? 'integrations.start.verifyDone' : 'integrations.start.verifyTodo', named),
      isDone: isVerified,
    },
    { title: t('integrations.start.sync'), hint: t('integrations.start.syncTodo'), isDone: false },
    { title: t('integrations.start.order'), hint: t('integrations.start.orderTodo'), isDone: false },
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <Section title={t('integrations.start.title')}>
      <ol className={css.first}>
        {steps.map(({ title, hint, isDone }, at) => (
          <li key={title} data-state={isDone ? 'done' : at === next ? 'now' : undefined}>
            <span className={css.firstMark}>
              {isDone ? <IconCheck size={14} stroke={2} aria-hidden="true" /> : at + 1}
            </span>
            <div>
              <b>{title}</b>
              {isDone && <VisuallyHidden> {t('integrations.start.done')}</VisuallyHidden>}
              <p>{hint}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
