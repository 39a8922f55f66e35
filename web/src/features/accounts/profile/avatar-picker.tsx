import { AVATAR_COUNT } from '@longshore/contract';
import { useText } from '../../../lib/text/text.ts';
import { avatarAddress } from '../../../ui/user-avatar.tsx';
import classes from './profile.module.css';

const AVATARS = Array.from({ length: AVATAR_COUNT }, (_, index) => ({ n: index + 1, path: `user_${index + 1}.png` }));

/** One of the built-in avatars. Radio buttons, so that arrow keys and screen readers work. */
export function AvatarPicker({ value, onChoose }: { value: string; onChoose: (path: string) => void }) {
  const t = useText();
  return (
    <fieldset className={classes.avatars}>
      <legend className={classes.label}>{t('profile.avatar')}</legend>
      {AVATARS.map(({ n, path }) => (
        <label key={path} className={classes.avatar}>
          <input
            type="radio"
            name="avatar"
            checked={value === path}
            onChange={() => onChoose(path)}
            aria-label={t('profile.avatarNumber', { n })}
          />
          <img src={avatarAddress(path)} alt="" width={40} height={40} loading="lazy" />
        </label>
      ))}
    </fieldset>
  );
}
