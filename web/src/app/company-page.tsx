import { CompanyView } from '../features/company/index.ts';
import { AccountPanels } from '../features/shipping/index.ts';

const slots = { Accounts: AccountPanels };

/** The page of the company, with the slots that later modules fill. */
export const CompanyPage = () => <CompanyView slots={slots} />;
