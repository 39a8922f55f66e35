import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { BadgeList } from '../badges/badge-list.tsx';
import { ApiToken } from './api-token.tsx';
import classes from './profile.module.css';
import { ProfileForm } from './profile-form.tsx';
import { ThisDevice } from './this-device.tsx';

export function Profile() {
  const t = useText();
  const format = useFormat();
  const { user } = useSession();
  return (
    <div className={classes.page}>
      <PageHead title={t('profile.title')} badge={user.role_name && <Tag>{user.role_name}</Tag>} />
      <p className={classes.joined}>{t('profile.joined', { month: format.month(user.created_at) })}</p>
      {/* The language can also be changed in the header: the key resets the form so that it keeps that change. */}
      <ProfileForm key={user.lang} />
      <ThisDevice />
      {user.is_main_user && <Badges />}
      <ApiToken />
    </div>
  );
}

/** Badges to sign in with on the floor. */
function Badges() {
  const t = useText();
  return (
    <section className={classes.section}>
      <div>
        <h2 className={classes.heading}>{t('badges.title')}</h2>
        <p className={classes.hint}>{t('badges.hint')}</p>
      </div>
      <div className={classes.fields}>
        <BadgeList />
      </div>
    </section>
  );
}
