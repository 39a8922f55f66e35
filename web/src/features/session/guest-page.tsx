import { type GuestBoot, session as sessionApi } from '@longshore/contract';
import { IconMapPin, IconWorld } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { showFailure } from '../../lib/failure.ts';
import { useSessionState } from '../../lib/session.ts';
import { speak, useLanguage } from '../../lib/text/text.ts';
import { Logo } from '../../ui/logo.tsx';
import { initialsOf } from '../../ui/monogram.tsx';
import { applyBranding } from '../../ui/theme/branding.ts';
import classes from './guest-page.module.css';
import { Racks } from './racks.tsx';
import { useAsk } from './use-ask.ts';

const Boot = createContext<GuestBoot | undefined>(undefined);
/** Branding of the public pages, once it is known. */
export const useGuestBoot = () => useContext(Boot);

const nothing = {};

const addressOf = (brand: GuestBoot) =>
  [brand.address, brand.city, [brand.state, brand.postal].filter(Boolean).join(' '), brand.country]
    .filter(Boolean)
    .join(', ');

function Brand({ brand }: { brand: GuestBoot }) {
  const name = brand.branding_name || brand.name;
  const website = brand.home_address;
  const address = addressOf(brand);
  return (
    <aside className={classes.side}>
      <div className={classes.company}>
        {brand.logo ? (
          <img className={classes.logo} src={brand.logo} alt="" />
        ) : (
          <span className={classes.letter} aria-hidden="true">
            {initialsOf(name).slice(0, 1)}
          </span>
        )}
        <span className={classes.name}>{name}</span>
      </div>
      {brand.branding && <p className={classes.slogan}>{brand.branding}</p>}
      <Racks className={classes.racks ?? ''} />
      {(address || website) && (
        <address className={classes.address}>
          {address && (
            <span className={classes.place}>
              <IconMapPin size={16} stroke={1.7} aria-hidden="true" /> {address}
            </span>
          )}
          {website && (
            <a href={/^https?:/.test(website) ? website : `https://${website}`} rel="noreferrer" target="_blank">
              {website.replace(/^https?:\/\//, '')}
            </a>
          )}
        </address>
      )}
    </aside>
  );
}

const LANGUAGE_NAMES = { en: 'English', ch: '简体中文' } as const;

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
          onClick={() => speak(choice)}
        >
          {LANGUAGE_NAMES[choice]}
        </button>
      ))}
    </div>
  );
}

/** The frame of the public pages: the company on one side, one small form on the other. */
export function GuestPage({ children }: { children: ReactNode }) {
  const session = useSessionState();
  const boot = useAsk(sessionApi.guestBoot, nothing);
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
