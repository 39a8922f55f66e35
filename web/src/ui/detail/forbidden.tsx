import type { Access } from '@longshore/contract';
import { Button } from '@mantine/core';
import { ApiFailure } from '../../lib/api.ts';
import { describeFailure } from '../../lib/failure.ts';
import { useText } from '../../lib/text/text.ts';
import css from '../blank.module.css';
import { EmptyState } from '../empty-state.tsx';
import { RouteLink } from '../route-link.tsx';

/** Replaces a screen that the user may not open: names the missing permission. Trying again would not help. */
export function Forbidden({ needs, backTo }: { needs: Access | undefined; backTo: string }) {
  const t = useText();
  const { sentence, explanation } = describeFailure(new ApiFailure(403, needs === undefined ? {} : { needs }), t);
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
