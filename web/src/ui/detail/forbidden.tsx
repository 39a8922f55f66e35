import type { Access } from '@longshore/contract';
import { Button } from '@mantine/core';
import { ApiFailure } from '../../lib/api.ts';
import { describeFailure } from '../../lib/failure.ts';
import { useText } from '../../lib/text/text.ts';
import { BlankPage, BlankPart } from '../blank-page.tsx';
import { EmptyState } from '../empty-state.tsx';
import { RouteLink } from '../route-link.tsx';

interface ForbiddenProps {
  needs: Access | undefined;
  backTo: string;
  /** The page has a title of its own. */
  inPage?: boolean | undefined;
  /** A list has the space around its own placeholders. */
  inList?: boolean;
}

function blankFor({ inPage, inList }: Pick<ForbiddenProps, 'inPage' | 'inList'>) {
  if (inList) return EmptyState;
  return inPage ? BlankPart : BlankPage;
}

/** Replaces a screen that the user may not open: names the missing permission. Trying again would not help. */
export function Forbidden({ needs, backTo, ...place }: ForbiddenProps) {
  const t = useText();
  const { sentence, explanation } = describeFailure(new ApiFailure(403, needs === undefined ? {} : { needs }), t);
  const Blank = blankFor(place);
  return (
    <Blank title={sentence} hint={explanation}>
      <Button variant="default" component={RouteLink} href={backTo}>
        {t('forms.back')}
      </Button>
    </Blank>
  );
}
