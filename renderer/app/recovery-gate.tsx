/** While the ledger is not open its recovery screen stands in place of every section. */
import { lazy, type ReactNode } from 'react';
import { useFailedLedger } from '../api/recovery.ts';

const RecoveryPage = lazy(async () => {
  const { RecoveryPage: page } = await import('../screens/recovery/recovery-screen.tsx');
  return { default: page };
});

export function RecoveryGate({ children }: { children: ReactNode }) {
  const failed = useFailedLedger();
  return failed === undefined ? children : <RecoveryPage recovery={failed} />;
}
