import type { AdminUser } from '@guilde/contracts/admin/rules.ts';
import { Badge } from '../kit/badge.tsx';
import { StateBadge } from '../kit/state-badge.tsx';

export function UserBadges({ user }: { user: AdminUser }) {
  return (
    <span className="flex flex-wrap gap-1">
      {user.suspendedAt && <StateBadge state="failed">Suspendu</StateBadge>}
      {user.role === 'admin' && <Badge tone="primary">Administrateur</Badge>}
      {user.role === 'moderator' && <Badge tone="primary">Modérateur</Badge>}
      {!user.profileComplete && <Badge tone="outline">Profil incomplet</Badge>}
      {user.profileComplete && (
        <Badge tone={user.isCertified ? 'gold' : 'neutral'}>
          {user.isCertified ? 'Certifié' : 'Non certifié'}
        </Badge>
      )}
      {user.pendingReports > 0 && <StateBadge state="waiting">Signalé</StateBadge>}
    </span>
  );
}
