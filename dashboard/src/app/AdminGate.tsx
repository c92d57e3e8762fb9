import { Outlet } from 'react-router';
import { useProfile } from '../session/useSession';
import { NotFoundPage } from './NotFoundPage';

/** Hides the pages of administrators. The service itself enforces access. */
export function AdminGate() {
  return useProfile().user.role === 'admin' ? <Outlet /> : <NotFoundPage />;
}
