import { FloorHome } from '../features/floor/floor-home.tsx';
import { requestSignOut } from './shell/sign-out.tsx';

export const FloorHomePage = () => <FloorHome onSignOut={requestSignOut} />;
