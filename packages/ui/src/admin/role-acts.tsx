import { type AdminUserDetail, denyAdminRole } from '@guilde/contracts/admin/rules.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import type { Role } from '@guilde/contracts/viewer.ts';
import { acts, useAct } from './acts.ts';
import { optionalReason } from './cases/reasons.ts';
import { ActButton } from './panel.tsx';

const NAMES = { moderator: 'le rôle de modérateur', admin: 'le rôle d’administrateur' } as const;

const MEANS: Record<Role, string> = {
  member: 'Cette personne redevient un membre comme les autres, tout de suite. Un e-mail le lui dit.',
  moderator:
    'Cette personne pourra traiter les signalements, les résumés et les messages de contact, sans voir les comptes ni le journal, et sans rien supprimer. Un e-mail le lui dit.',
  admin:
    'Cette personne verra les adresses, les messages et les signalements, et aura les mêmes droits que toi. Un e-mail le lui dit.',
};

const ROLES: readonly Role[] = ['moderator', 'admin', 'member'];

export function RoleActs({ user }: { user: AdminUserDetail }) {
  const setRole = useAct(acts.setRole);
  const name = user.firstName || user.lastName ? memberName(user) : user.email;
  return ROLES.filter((role) => role !== user.role && !denyAdminRole(user, role)).map((role) => {
    const given = role === 'member' ? user.role : role;
    if (given === 'member') return null;
    const label = `${role === 'member' ? 'Retirer' : 'Donner'} ${NAMES[given]}`;
    return (
      <ActButton
        key={role}
        label={label}
        title={`${label} à ${name}\u202f?`}
        description={MEANS[role]}
        reason={optionalReason}
        onConfirm={(text) => setRole.run({ id: user.id, role, reason: text })}
      />
    );
  });
}
