import { Skeleton, Tabs } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { type ComponentType, Suspense, useId } from 'react';
import { useNavigate, useParams } from 'react-router';
import { NotFoundPage } from '../../app/NotFoundPage';
import { lazyPart } from '../../ui/load-part';
import { PageHeader } from '../../ui/PageHeader';
import { AccountPanel } from './accounts/AccountPanel';
import { AccountsPanel } from './accounts/AccountsPanel';
import { AllAuditPanel } from './audit/AllAuditPanel';
import { hasExtensionTables } from './extensions/extension-tables';
import { VerificationPanel } from './ledger/VerificationPanel';
import { OperatorKeysPanel } from './operator-keys/OperatorKeysPanel';
import { PaymentsPanel } from './payments/PaymentsPanel';
import { AllPredictionsPanel } from './predictions/AllPredictionsPanel';
import { ProvidersPanel } from './providers/ProvidersPanel';
import { SystemPanel } from './system/SystemPanel';

const CataloguePanel = lazyPart(async () => ({
  default: (await import('./catalogue/CataloguePanel')).CataloguePanel,
}));

const OverviewPanel = lazyPart(async () => ({
  default: (await import('./overview/OverviewPanel')).OverviewPanel,
}));

const PredictionPanel = lazyPart(async () => ({
  default: (await import('./predictions/PredictionPanel')).PredictionPanel,
}));

const ExtensionsPanel = lazyPart(async () => ({
  default: (await import('./extensions/ExtensionsPanel')).ExtensionsPanel,
}));

interface Section {
  path: string;
  label: string;
  Panel: ComponentType;
  /** Shows one entry of the section, at `/admin/<section>/<id>`. */
  Detail?: ComponentType<{ id: string }>;
}

const SECTIONS: Section[] = [
  { path: 'overview', label: 'Overview', Panel: OverviewPanel },
  { path: 'accounts', label: 'Accounts', Panel: AccountsPanel, Detail: AccountPanel },
  { path: 'payments', label: 'Payments', Panel: PaymentsPanel },
  { path: 'predictions', label: 'Predictions', Panel: AllPredictionsPanel, Detail: PredictionPanel },
  { path: 'providers', label: 'Providers', Panel: ProvidersPanel },
  { path: 'ledger', label: 'Ledger', Panel: VerificationPanel },
  { path: 'catalogue', label: 'Catalogue', Panel: CataloguePanel },
  { path: 'operator-keys', label: 'Operator keys', Panel: OperatorKeysPanel },
  { path: 'audit', label: 'Audit', Panel: AllAuditPanel },
  { path: 'system', label: 'System', Panel: SystemPanel },
  ...(hasExtensionTables ? [{ path: 'extensions', label: 'Extensions', Panel: ExtensionsPanel }] : []),
];

/** Renders `/admin/<section>`, and one entry of it at `/admin/<section>/<id>`. */
export function AdminPage() {
  const { section: path = 'overview', id } = useParams();
  const navigate = useNavigate();
  const tabs = useId();
  const section = SECTIONS.find((each) => each.path === path);
  if (!section || (id !== undefined && !section.Detail)) return <NotFoundPage />;
  const { Panel, Detail } = section;
  return (
    // Only these pages use confirmation modals, so the provider is not part of the layout.
    <ModalsProvider>
      <PageHeader title="Administration" description="Manages the whole service. Every action is logged." />
      <Tabs id={tabs} value={path} onChange={(to) => to && void navigate(`/admin/${to}`)}>
        <Tabs.List aria-label="Sections" mb="md">
          {SECTIONS.map((each) => (
            <Tabs.Tab key={each.path} value={each.path}>
              {each.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={path}>
          <Suspense fallback={<Skeleton h={320} role="status" aria-busy="true" aria-label="Loading" />}>
            {id !== undefined && Detail ? <Detail key={id} id={id} /> : <Panel />}
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </ModalsProvider>
  );
}
