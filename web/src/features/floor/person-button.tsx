import { useState } from 'react';
import { useSession } from '../../lib/session.ts';
import css from '../../ui/floor/floor.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { UserAvatar } from '../../ui/user-avatar.tsx';

interface PersonProps {
  onSignOut: () => void;
}

// Menus are a fifth of the code of the first screen, and it begins without one.
const PersonMenu = lazyPart<PersonProps>(
  () => import('./person-menu.tsx'),
  () => <Face />,
);

function Face({ onClick }: { onClick?: () => void }) {
  const { user } = useSession();
  return (
    <button type="button" className={css.menu} aria-label={user.name} aria-haspopup="menu" onClick={onClick}>
      <UserAvatar name={user.name} path={user.avatar_path} size={28} />
    </button>
  );
}

/** The person's picture, which opens their menu. */
export function PersonButton({ onSignOut }: PersonProps) {
  const [isAsked, setAsked] = useState(false);
  return isAsked ? <PersonMenu onSignOut={onSignOut} /> : <Face onClick={() => setAsked(true)} />;
}
