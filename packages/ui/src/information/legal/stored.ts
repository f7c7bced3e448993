/** Listed in the privacy policy; `scripts/stored.test.ts` finds what is stored and missing here. */
export const STORED = [
  {
    name: 'guilde.session_token',
    kind: 'Cookie',
    purpose:
      'Garder votre session ouverte. Signé, illisible par les scripts, précédé de « __Host- » en https.',
    kept: '30 jours après la connexion, ou jusqu’à la déconnexion',
  },
  {
    name: 'guilde.device',
    kind: 'Cookie',
    purpose:
      'Reconnaître un navigateur qui vous a déjà servi à vous connecter, pour que les essais d’un inconnu sur votre compte ne vous bloquent pas.',
    kept: '180 jours après la dernière connexion',
  },
  {
    name: 'guilde.code',
    kind: 'Cookie',
    purpose: 'Ne laisser servir un code de connexion que dans le navigateur qui l’a demandé.',
    kept: '10 minutes',
  },
  {
    name: 'guilde.second_factor',
    kind: 'Cookie',
    purpose: 'Ne laisser finir une connexion à double vérification que dans le navigateur qui l’a commencée.',
    kept: '10 minutes',
  },
  {
    name: 'guilde.sign_up',
    kind: 'Cookie',
    purpose: 'Confirmer votre adresse d’un clic dans le navigateur de votre inscription.',
    kept: '24 heures, ou jusqu’à la confirmation',
  },
  {
    name: 'sidebar:state',
    kind: 'Cookie',
    purpose: 'Se souvenir que le menu latéral est replié.',
    kept: '7 jours',
  },
  {
    name: 'app-store',
    kind: 'Stockage local',
    purpose: 'Se souvenir que le menu latéral est replié.',
    kept: 'Jusqu’à l’effacement par le navigateur',
  },
  {
    name: 'theme',
    kind: 'Stockage local',
    purpose: 'Afficher le thème clair ou sombre que vous avez choisi.',
    kept: 'Jusqu’à l’effacement par le navigateur',
  },
  {
    name: 'install-hint',
    kind: 'Stockage local',
    purpose: 'Ne plus vous proposer d’installer l’application quand vous l’avez refusé.',
    kept: 'Jusqu’à l’effacement par le navigateur',
  },
  {
    name: 'legal-announcement',
    kind: 'Stockage local',
    purpose: 'Ne plus vous annoncer un changement de nos conditions que vous avez déjà lu.',
    kept: 'Jusqu’à l’effacement par le navigateur',
  },
  {
    name: 'push-wishes',
    kind: 'Stockage local',
    purpose:
      'Se souvenir que vous voulez des notifications dans ce navigateur, même après une nouvelle connexion.',
    kept: 'Jusqu’à ce que vous les désactiviez',
  },
  {
    name: 'guilde-files',
    kind: 'Cache du navigateur',
    purpose:
      'Garder les fichiers du site lui-même et une page pour le cas où la connexion manque. Aucune réponse du serveur, donc aucune donnée de membre.',
    kept: 'Jusqu’à la version suivante de chaque fichier, ou l’effacement par le navigateur',
  },
  {
    name: 'guilde-shared',
    kind: 'Cache du navigateur',
    purpose:
      'Garder le texte et les fichiers que vous partagez depuis une autre application, le temps de choisir une conversation.',
    kept: 'Jusqu’à ce choix, un jour au plus, au plus tard à la déconnexion',
  },
  {
    name: 'guilde-unsent',
    kind: 'Stockage local',
    purpose: 'Ne pas perdre un message commencé ou pas encore parti.',
    kept: 'Jusqu’à l’envoi ou l’abandon du message, au plus tard à la déconnexion',
  },
  {
    name: 'guilde-attachments',
    kind: 'Stockage local',
    purpose:
      'Se souvenir des noms des fichiers ajoutés à un message commencé. Leur contenu n’est pas enregistré sur l’appareil.',
    kept: 'Jusqu’à l’envoi ou l’abandon du message, au plus tard à la déconnexion',
  },
  {
    name: 'sos-drafts',
    kind: 'Stockage local',
    purpose: 'Ne pas perdre un SOS commencé.',
    kept: 'Jusqu’à la publication ou l’effacement du brouillon, au plus tard à la déconnexion',
  },
  {
    name: 'contact-drafts',
    kind: 'Stockage de session',
    purpose: 'Ne pas perdre un message de contact commencé.',
    kept: 'Jusqu’à l’envoi, la déconnexion ou la fermeture de l’onglet',
  },
  {
    name: 'guilde-reloaded-for',
    kind: 'Stockage de session',
    purpose: 'Ne charger qu’une fois une nouvelle version du site quand une page ne s’ouvre plus.',
    kept: 'Jusqu’à la fermeture de l’onglet',
  },
] as const;
