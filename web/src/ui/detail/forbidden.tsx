import type { Access } from '@longshore/contract';
import { Button } from '@mantine/core';
import { ApiFailure } from '../../lib/api.ts';
import { describeFailure } from '../../lib/failure.ts';
import { useText } from '../../lib/text/text.ts';
import { EmptyState } from '../empty-state.tsx';
import { RouteLink } from '../route-link.tsx';
import css from './detail.module.css';

/** Replaces a form that the user may not submit: names the missing permission before anything is typed. */
export function Forbidden({ needs, backTo }: { needs: Access; backTo: string }) {
  const t = useText();
  const { sentence, explanation } = describeFailure(new ApiFailure(403, { needs }), t);
  return (
    <div className={css.blank}>
      <EmptyState title={sentence} hint={explanation}>
        <Button variant="default" component={RouteLink} href={backTo}>
          {t('forms.back')}
        </Button>
      </EmptyState>
    </div>
  );
}
