/** Maps paths to pages. Each page is loaded when it is first opened. */
import type { ComponentType } from 'react';
import { Outlet, Route, Routes } from 'react-router';
import { SessionGate } from '../session/SessionGate';
import { lazyPart } from '../ui/load-part';
import { AdminGate } from './AdminGate';
import { Layout } from './Layout';
import { NotFoundPage } from './NotFoundPage';
import { PageFrame } from './PageFrame';

/** @param load imports the module of a page. @param name name of the exported component. */
function page<N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N) {
  return lazyPart(async () => ({ default: (await load())[name] }));
}

const SignInPage = page(() => import('../pages/sign-in/SignInPage'), 'SignInPage');
const SetPasswordPage = page(() => import('../pages/sign-in/SetPasswordPage'), 'SetPasswordPage');
const SetupPage = page(() => import('../pages/sign-in/SetupPage'), 'SetupPage');
const VerifyEmailPage = page(() => import('../pages/sign-in/VerifyEmailPage'), 'VerifyEmailPage');
const AcceptInvitationPage = page(
  () => import('../pages/sign-in/AcceptInvitationPage'),
  'AcceptInvitationPage',
);
const RegisterPage = page(() => import('../pages/sign-in/RegisterPage'), 'RegisterPage');
const HomePage = page(() => import('../pages/home/HomePage'), 'HomePage');
const KeysPage = page(() => import('../pages/keys/KeysPage'), 'KeysPage');
const KeyPage = page(() => import('../pages/keys/KeyPage'), 'KeyPage');
const PlaygroundPage = page(() => import('../pages/playground/PlaygroundPage'), 'PlaygroundPage');
const HistoryPage = page(() => import('../pages/history/HistoryPage'), 'HistoryPage');
const CreditsPage = page(() => import('../pages/credits/CreditsPage'), 'CreditsPage');
const PaymentPage = page(() => import('../pages/credits/billing/PaymentPage'), 'PaymentPage');
const UsagePage = page(() => import('../pages/usage/UsagePage'), 'UsagePage');
const RequestsPage = page(() => import('../pages/requests/RequestsPage'), 'RequestsPage');
const TeamPage = page(() => import('../pages/team/TeamPage'), 'TeamPage');
const AuditPage = page(() => import('../pages/audit/AuditPage'), 'AuditPage');
const AccountPage = page(() => import('../pages/account/AccountPage'), 'AccountPage');
const AdminPage = page(() => import('../pages/admin/AdminPage'), 'AdminPage');

export function Pages() {
  return (
    <Routes>
      <Route element={<PageFrame children={<Outlet />} />}>
        <Route path="/sign-in" element={<SignInPage />} />
        <Route path="/register" element={<RegisterPage />} />
        <Route path="/set-password" element={<SetPasswordPage />} />
        <Route path="/setup" element={<SetupPage />} />
        <Route path="/verify-email" element={<VerifyEmailPage />} />
        <Route path="/invitations/accept" element={<AcceptInvitationPage />} />
      </Route>
      <Route element={<SessionGate />}>
        <Route element={<Layout />}>
          <Route path="/" element={<HomePage />} />
          <Route path="/keys" element={<KeysPage />} />
          <Route path="/keys/:id" element={<KeyPage />} />
          <Route path="/playground" element={<PlaygroundPage />} />
          <Route path="/history" element={<HistoryPage />} />
          <Route path="/history/reframes" element={<HistoryPage />} />
          <Route path="/credits" element={<CreditsPage />} />
          <Route path="/credits/payments/:id" element={<PaymentPage />} />
          <Route path="/usage" element={<UsagePage />} />
          <Route path="/requests" element={<RequestsPage />} />
          <Route path="/team" element={<TeamPage />} />
          <Route path="/audit" element={<AuditPage />} />
          <Route path="/account" element={<AccountPage />} />
          <Route path="/admin" element={<AdminGate />}>
            <Route path=":section?/:id?" element={<AdminPage />} />
          </Route>
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Route>
    </Routes>
  );
}
