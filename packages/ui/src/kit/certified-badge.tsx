import { useId } from 'react';
import { cn } from './cn.ts';

const points = 12;
const sealPath = Array.from({ length: points * 2 }, (_, index) => {
  const angle = (Math.PI * index) / points - Math.PI / 2;
  const radius = index % 2 === 0 ? 11 : 9.4;
  return `${(12 + radius * Math.cos(angle)).toFixed(2)} ${(12 + radius * Math.sin(angle)).toFixed(2)}`;
}).join('L');

export function CertifiedBadge({
  className,
  decorative = false,
}: {
  className?: string;
  /** Set it where the text beside the badge already says it. */
  decorative?: boolean;
}) {
  const titleId = useId();
  return (
    <svg
      viewBox="0 0 24 24"
      role="img"
      aria-hidden={decorative || undefined}
      aria-labelledby={titleId}
      className={cn('inline-block size-[1.1em] shrink-0 align-[-0.2em] text-gold', className)}
    >
      <title id={titleId}>Certifié</title>
      <path
        d={`M${sealPath}Z`}
        fill="currentColor"
        stroke="var(--color-gold-strong)"
        strokeWidth="1"
        strokeLinejoin="round"
      />
      <path
        d="M7.8 12.3l2.9 2.9 5.6-6"
        fill="none"
        stroke="var(--color-gold-foreground)"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
