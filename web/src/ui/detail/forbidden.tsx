import type { Access } from '@longshore/contract';
import { Button } from '@mantine/core';
import { ApiFailure } from '../../lib/api.ts';
import { describeFailure } from '../../lib/failure.ts';
import { useText } from '../../lib/text/text.ts';
import { BlankPage, BlankPart } from '../blank-page.tsx';
import { RouteLink } from '../route-link.tsx';

interface ForbiddenProps {
  needs: Access | undefined;
  backTo: string;
  /** The page has a title of its own. */
  inPage?: boolean | undefined;
}

/** Replaces a screen that the user may not open: names the missing permission. Trying again would not help. */
export function Forbidden({ needs, backTo, inPage }: ForbiddenProps) {
  const t = useText();
  const { sentence, explanation } = describeFailure(new ApiFailure(403, needs === undefined ? {} : { needs }), t);
  const Blank = inPage ? BlankPart : BlankPage;
  return (
    <Blank title={sentence} hint={explanation}>
      <Button variant="default" component={RouteLink} href={backTo}>
        {t('forms.back')}
      </Button>
    </Blank>
  );
}
