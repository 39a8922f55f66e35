import { useEffect } from 'react';
import { hourOf, useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import classes from './dashboard.module.css';
import { Figures } from './figures.tsx';
import { FirstSteps } from './first-steps.tsx';
import { ProfileCard } from './profile-card.tsx';
import { ProviderMessages } from './provider-messages.tsx';

function greetingAt(hour: number) {
  if (hour >= 4 && hour < 12) return 'dashboard.morning' as const;
  return hour >= 12 && hour < 18 ? ('dashboard.afternoon' as const) : ('dashboard.evening' as const);
}

/** The dashboard: figures and messages in the main column, the user at the side. */
export function Dashboard() {
  const t = useText();
  const format = useFormat();
  const { user } = useSession();
  const now = new Date();
  const title = t('shell.dashboard');
  useEffect(() => {
    document.title = `${title} · Longshore`;
  }, [title]);
  const name = user.name.split(' ')[0] ?? user.name;
  return (
    <>
      <header className={classes.head}>
        <h1 className={classes.greeting}>{t(greetingAt(hourOf(now, format.place)), { name })}</h1>
        <span className={classes.today}>{format.day(now)}</span>
      </header>
      <div className={classes.columns}>
        <div className={classes.main}>
          <FirstSteps />
          <Figures />
          <ProviderMessages />
        </div>
        <aside className={classes.side} aria-label={t('dashboard.you')}>
          <ProfileCard />
        </aside>
      </div>
    </>
  );
}
