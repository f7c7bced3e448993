import { type AdminUserDetail, accountName, denyAdminRole } from '@guilde/contracts/admin/rules.ts';
import type { Role } from '@guilde/contracts/viewer.ts';
import type { Act } from '../kit/reason-dialog.tsx';
import { acts, useAct } from './acts.ts';
import { optionalReason } from './cases/reasons.ts';

const NAMES = { moderator: 'le rôle de modérateur', admin: 'le rôle d’administrateur' } as const;

const MEANS: Record<Role, string> = {
  member: 'Cette personne redevient un membre comme les autres, tout de suite. Un e-mail l’en informe.',
  moderator:
    'Cette personne pourra traiter signalements, résumés et messages de contact, sans voir les comptes ni rien supprimer. Un e-mail l’en informe.',
  admin:
    'Cette personne verra les adresses, les messages et les signalements, et aura les mêmes droits que toi. Un e-mail l’en informe.',
};

const ROLES: readonly Role[] = ['moderator', 'admin', 'member'];

export function useRoleActs(user: AdminUserDetail): Act[] {
  const setRole = useAct(acts.setRole);
  const name = accountName(user);
  return ROLES.filter((role) => role !== user.role && !denyAdminRole(user, role)).flatMap((role) => {
    const given = role === 'member' ? user.role : role;
    if (given === 'member') return [];
    const label = `${role === 'member' ? 'Retirer' : 'Donner'} ${NAMES[given]}`;
    return {
      label,
      title: `${label} à ${name}\u202f?`,
      description: MEANS[role],
      reason: optionalReason,
      onConfirm: (text: string) => setRole.run({ id: user.id, role, reason: text }),
    };
  });
}
