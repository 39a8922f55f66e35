import { api, LANGUAGE_NAMES, LANGUAGES, type Language } from '@longshore/contract';
import { Menu, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useWrite } from '../../lib/api.ts';
import { replaceUser, useSession } from '../../lib/session.ts';
import { changeLanguage, useLanguage, useText } from '../../lib/text/text.ts';
import classes from './header.module.css';

/** Changes the language at once and saves it to the profile. */
export function LanguageSwitch() {
  const t = useText();
  const { user } = useSession();
  const language = useLanguage();
  const save = useWrite(api.session.saveProfile, { onSuccess: replaceUser });
  async function choose(lang: Language) {
    if (lang === language) return;
    await changeLanguage(lang);
    save.mutate({ body: { name: user.name, email: user.email, avatar_path: user.avatar_path, lang } });
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={classes.language}>
          <VisuallyHidden>{t('shell.language')}: </VisuallyHidden>
          {LANGUAGE_NAMES[language].short}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {LANGUAGES.map((choice) => (
          <Menu.Item
            key={choice}
            onClick={() => choose(choice)}
            rightSection={language === choice ? <IconCheck size={16} stroke={1.7} /> : undefined}
          >
            {LANGUAGE_NAMES[choice].long}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
