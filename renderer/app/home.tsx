/** Where the console begins: the first section that is to be had here. */
import { useEffect } from 'react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useMay } from '../api/capabilities.ts';
import { firstSection } from '../ui/places/sections.ts';

export function Home() {
  const { to: first } = firstSection(useMay());
  const router = useRouter();
  const navigate = useNavigate();
  useEffect(() => {
    // Whoever went elsewhere meanwhile stays there.
    const isHere = router.history.location.pathname === '/';
    if (isHere) void navigate({ to: first, replace: true });
  }, [first, navigate, router]);
  return null;
}
