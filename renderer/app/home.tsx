/** Where the console begins: the first section that is to be had here. */
import { useEffect } from 'react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useMe } from '../api/access.ts';
import { useMay } from '../api/capabilities.ts';
import { useWorkspace } from '../api/workspace.ts';
import { firstSection } from './sections.ts';

export function Home() {
  const may = useMay();
  const workspace = useWorkspace();
  const me = useMe();
  const router = useRouter();
  const navigate = useNavigate();
  // Until it is known what there is, everything would be offered.
  const first = workspace.isPending || me.isPending ? undefined : firstSection(may);
  useEffect(() => {
    // Whoever went elsewhere meanwhile stays there.
    const isHere = router.history.location.pathname === '/';
    if (first !== undefined && isHere) void navigate({ to: first, replace: true });
  }, [first, navigate, router]);
  return null;
}
