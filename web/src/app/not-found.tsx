import { Button, Group } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useText } from '../lib/text/text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { RouteLink } from '../ui/route-link.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';
import classes from './screens.module.css';

export function NotFound() {
  const t = useText();
  const { history } = useRouter();
  const title = t('shell.pageNotFound');
  useDocumentTitle(title);
  return (
    <div className={classes.screen}>
      <EmptyState
        icon={<IconMapPinOff size={28} stroke={1.5} />}
        title={<h1 className={classes.title}>{title}</h1>}
        hint={t('shell.pageNotFoundHint')}
      >
        <Group gap={8}>
          <Button component={RouteLink} href="/">
            {t('common.toDashboard')}
          </Button>
          <Button variant="default" onClick={() => history.back()}>
            {t('shell.goBack')}
          </Button>
        </Group>
      </EmptyState>
    </div>
  );
}
