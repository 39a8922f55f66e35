import type { GuestBoot } from '@longshore/contract';
import { IconMapPin } from '@tabler/icons-react';
import { initialsOf } from '../../../ui/monogram.tsx';
import classes from './guest-page.module.css';
import { Racks } from './racks.tsx';

/** The company's branding for guests. */
export type GuestBrand = Omit<GuestBoot, 'version' | 'demo'>;

const addressOf = (brand: GuestBrand) =>
  [brand.address, brand.city, [brand.state, brand.postal].filter(Boolean).join(' '), brand.country]
    .filter(Boolean)
    .join(', ');

/** The company's half of the public pages. */
export function Brand({ brand }: { brand: GuestBrand }) {
  const name = brand.branding_name || brand.name;
  const website = brand.home_address;
  const address = addressOf(brand);
  return (
    <aside className={classes.side}>
      <div className={classes.company}>
        {brand.logo_picture ? (
          <img className={classes.logo} src={brand.logo_picture} alt="" />
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
