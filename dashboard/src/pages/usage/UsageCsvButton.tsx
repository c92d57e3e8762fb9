import { CsvButton } from '../../ui/CsvButton';
import { useUrlFilters } from '../../ui/useUrlFilters';
import { USAGE_FILTERS, usagePath } from './useUsage';

/** Saves the report with the groups and days of the URL. @param accountId of another account, for administrators. */
export function UsageCsvButton({ accountId }: { accountId?: string }) {
  const { filters } = useUrlFilters(USAGE_FILTERS);
  return <CsvButton path={usagePath(filters, accountId)} fileName="offprint-usage.csv" />;
}
