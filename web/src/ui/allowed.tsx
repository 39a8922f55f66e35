import type { Access } from '@longshore/contract';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSession } from '../lib/session.ts';
import { useText } from '../lib/text/text.ts';
import { BlankPage } from './blank-page.tsx';
import { RouteLink } from './route-link.tsx';

/** Shows a screen only to users with access to its call; others see what is missing before they fill anything in. */
export function Allowed({ access, backTo, children }: { access: Access; backTo: string; children: ReactNode }) {
  const t = useText();
  const { can } = useSession();
  if (can(access)) return children;
  return (
    <BlankPage title={t('outcomes.forbidden')}>
      <Button variant="default" component={RouteLink} href={backTo}>
        {t('forms.back')}
      </Button>
    </BlankPage>
  );
}
