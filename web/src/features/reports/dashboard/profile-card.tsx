import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { RouteLink } from '../../../ui/route-link.tsx';
import { UserAvatar } from '../../../ui/user-avatar.tsx';
import classes from './dashboard.module.css';

export function ProfileCard() {
  const t = useText();
  const format = useFormat();
  const { user } = useSession();
  return (
    <section className={classes.card}>
      <div className={classes.person}>
        <UserAvatar name={user.name} path={user.avatar_path} size={40} />
        <div className={classes.who}>
          <strong className={classes.name}>{user.name}</strong>
          <span className={classes.email}>{user.email}</span>
        </div>
        <RouteLink href="/profiles">{t('shell.profile')}</RouteLink>
      </div>
      <p className={classes.note}>
        {[user.role_name, t('dashboard.joined', { month: format.month(user.created_at) })].filter(Boolean).join(' · ')}
      </p>
    </section>
  );
}
