/** Tells what draws amounts in which currency everything is billed here. */
import { useEffect } from 'react';
import { usualCurrency } from '../../shared/billing/money.ts';
import { useBillingSettings } from '../api/billing-parties.ts';
import { billIn } from '../ui/money/money.ts';

export function useWorkspaceCurrency(): void {
  const currency = useBillingSettings().data?.currency ?? usualCurrency;
  useEffect(() => billIn(currency), [currency]);
}
