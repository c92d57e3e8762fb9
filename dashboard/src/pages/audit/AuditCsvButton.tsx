import { CsvButton } from '../../ui/CsvButton';
import { useUrlFilters } from '../../ui/useUrlFilters';
import { AUDIT_FILTERS, auditPath, type AuditScope } from './useAudit';

/** Saves all events that match the filters of the URL. */
export function AuditCsvButton({ scope }: { scope: AuditScope }) {
  const { filters } = useUrlFilters(AUDIT_FILTERS);
  return <CsvButton path={auditPath(scope, filters)} fileName="offprint-audit.csv" />;
}
