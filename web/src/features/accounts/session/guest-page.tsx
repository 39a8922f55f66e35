import { api, type GuestBoot, LANGUAGE_NAMES } from '@longshore/contract';
import { IconWorld } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { showFailure } from '../../../lib/failure.ts';
import { useSessionState } from '../../../lib/session.ts';
import { changeLanguage, useLanguage } from '../../../lib/text/text.ts';
import { Logo } from '../../../ui/logo.tsx';
import { applyBranding } from '../../../ui/theme/branding.ts';
import { Brand } from './brand.tsx';
import classes from './guest-page.module.css';
import { useSingleRead } from './use-single-read.ts';

const Boot = createContext<GuestBoot | undefined>(undefined);
/** Data of the public pages; undefined while loading. */
export const useGuestBoot = () => useContext(Boot);

const nothing = {};

function LanguageChoice() {
  const language = useLanguage();
  return (
    <div className={classes.languages}>
      <IconWorld size={15} stroke={1.7} aria-hidden="true" />
      {(['en', 'ch'] as const).map((choice) => (
        <button
          key={choice}
          type="button"
          lang={choice === 'ch' ? 'zh-CN' : 'en'}
          className={classes.language}
          aria-pressed={language === choice}
          onClick={() => changeLanguage(choice)}
        >
          {LANGUAGE_NAMES[choice].long}
        </button>
      ))}
    </div>
  );
}

/** The frame of the public pages: the company on one side, a small form on the other. */
export function GuestPage({ children }: { children: ReactNode }) {
  const session = useSessionState();
  const boot = useSingleRead(api.session.guestBoot, nothing);
  const startFailure = session.phase === 'guest' ? session.failure : undefined;
  useEffect(() => {
    if (boot.data) applyBranding(boot.data);
  }, [boot.data]);
  useEffect(() => {
    const failure = startFailure ?? boot.error;
    if (failure) showFailure(failure);
  }, [startFailure, boot.error]);
  return (
    <div className={classes.page}>
      {boot.data ? <Brand brand={boot.data} /> : <aside className={classes.side} />}
      <main className={classes.main}>
        <LanguageChoice />
        <div className={classes.form}>
          <Boot value={boot.data}>{children}</Boot>
        </div>
        <footer className={classes.version}>
          <Logo size={16} /> Longshore {boot.data?.version}
        </footer>
      </main>
    </div>
  );
}
