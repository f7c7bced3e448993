import { webAddress } from '@guilde/contracts/web-address.ts';
import { ExternalLink } from 'lucide-react';
import type { MouseEvent } from 'react';
import { NewTabHint } from '../kit/new-tab-hint.tsx';
import { usePlatform } from '../platform.ts';

/** It is a link only when the address is safe to follow. */
export function StoreLink({ name, url }: { name: string; url: string }) {
  const platform = usePlatform();
  const address = webAddress(url);
  if (!address) return <span className="font-medium wrap-anywhere">{name}</span>;
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    platform.openExternal(address);
  };
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex items-center gap-1.5 font-medium wrap-anywhere text-primary underline-offset-4 hover:underline max-md:min-h-11"
      onClick={open}
    >
      <span>{name}</span>
      <ExternalLink className="size-4 shrink-0" />
      <NewTabHint />
    </a>
  );
}
