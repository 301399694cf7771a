/** While the ledger is not open its recovery screen, or what is being opened, stands in place of every section. */
import { lazy, type ReactNode } from 'react';
import { useOpening } from '../api/opening.ts';
import { useFailedLedger } from '../api/recovery.ts';
import { OpeningPage } from './opening-page.tsx';

const RecoveryPage = lazy(async () => {
  const { RecoveryPage: page } = await import('../screens/recovery/recovery-screen.tsx');
  return { default: page };
});

export function RecoveryGate({ children }: { children: ReactNode }) {
  const failed = useFailedLedger();
  const opening = useOpening();
  if (opening?.isAsked === true) return <OpeningPage opening={opening} />;
  return failed === undefined ? children : <RecoveryPage recovery={failed} />;
}
