import { useState } from 'react';
import { initialsOf } from './monogram.tsx';
import classes from './user-avatar.module.css';

export const avatarAddress = (path: string) => `/avatars/${path}`;

/** A person's picture; their initials while it loads, or when they have none or it is not known. */
export function UserAvatar({ name, path = '', size = 32 }: { name: string; path?: string; size?: number }) {
  const [broken, setBroken] = useState('');
  return (
    <span className={classes.avatar} style={{ width: size, height: size, fontSize: size * 0.36 }} aria-hidden="true">
      {broken === path || !path ? (
        initialsOf(name)
      ) : (
        <img src={avatarAddress(path)} alt="" width={size} height={size} onError={() => setBroken(path)} />
      )}
    </span>
  );
}
