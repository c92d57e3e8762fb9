import { Outlet } from 'react-router';
import { useProfile } from '../session/useSession';
import { NotFoundPage } from './NotFoundPage';

/** Hides what only administrators can use; what protects it is the service, which refuses everybody else. */
export function AdminGate() {
  return useProfile().user.role === 'admin' ? <Outlet /> : <NotFoundPage />;
}
