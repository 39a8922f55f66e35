import '@fontsource-variable/ibm-plex-sans/wght.css';
import '@fontsource/ibm-plex-mono/latin-400.css';
import '@fontsource/ibm-plex-mono/latin-500.css';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '../ui/theme/tokens.css';
import '../ui/theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { hasLogin } from '../lib/cookie.ts';
import { onSessionChange, sessionLanguage, sessionState, startSession } from '../lib/session.ts';
import { changeLanguage, currentLanguage, guestLanguage } from '../lib/text/text.ts';
import { applyBranding } from '../ui/theme/branding.ts';
import { type AppKind, appOfSession, loadApp, Root } from './root.tsx';

/** Applies the language and brand colours of the signed-in user. */
async function applySession() {
  const current = sessionState();
  if (current.phase === 'user') applyBranding(current.session.preferences);
  const language = sessionLanguage();
  if (language && language !== currentLanguage()) await changeLanguage(language);
}

async function start() {
  const loading = changeLanguage(guestLanguage());
  // Preload the app that will probably be shown while the session request is pending.
  const preload = (kind: AppKind) => loadApp(kind).catch(() => {});
  void preload(hasLogin() ? 'user' : 'guest');
  await Promise.all([loading, startSession()]);
  await Promise.all([applySession(), preload(appOfSession())]);
  onSessionChange(applySession);
  const element = document.getElementById('root');
  if (!element) throw new Error('The page has no root element');
  createRoot(element).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  );
}

void start();
