import { INVITATION_DAYS, INVITATION_KEPT_DAYS } from '@guilde/contracts/invitations.ts';
import { PERIODS, periodWords } from '@guilde/contracts/retention.ts';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Fact, WithEmail } from './fact.tsx';
import { type LegalSection, LegalTable } from './legal-document.tsx';

const PURPOSES = [
  [
    'Créer et tenir votre compte, vérifier votre adresse et votre qualité de marchand',
    'Adresse électronique, mot de passe haché, numéro SIREN et justificatif que l’équipe peut demander (que seule l’équipe voit), réponses aux six étapes du profil, parrain et date à laquelle il s’est porté garant',
    'Exécution du contrat (art. 6.1.b)',
  ],
  [
    'Prouver quelles conditions vous avez acceptées',
    'Version des conditions et de la politique de confidentialité, date',
    'Exécution du contrat (art. 6.1.b) ; intérêt légitime : pouvoir le prouver (art. 6.1.f)',
  ],
  [
    'Vous présenter aux autres membres : annuaire et profil',
    'Nom, boutique et son adresse, spécialités, secteur, plateforme, moyens de paiement et transporteurs si vous les indiquez, parrain, photo et bio si vous en ajoutez',
    'Exécution du contrat (art. 6.1.b)',
  ],
  [
    'Faire vivre l’entraide : SOS, conversations, messages non lus',
    'Textes des SOS et des messages, ce qu’un message modifié disait avant (30 jours), fichiers joints (les images sans leurs métadonnées, comme le lieu de la prise de vue), messages vocaux (sans autre donnée que le son), réactions, participants, conversations mises en sourdine, membres invités à aider, dates, position de lecture, SOS consultés',
    'Exécution du contrat (art. 6.1.b)',
  ],
  [
    'Évaluer l’aide reçue et mettre en avant les membres qui aident',
    'Notes, commentaires, nombre de SOS résolus',
    'Intérêt légitime (art. 6.1.f) : la confiance entre membres',
  ],
  [
    'Rédiger des résumés de SOS résolus et tenir une base de connaissances',
    'Textes du SOS et de sa conversation, données personnelles masquées',
    'Intérêt légitime (art. 6.1.f) : que l’expérience d’un membre serve aux autres',
  ],
  [
    'Proposer un résumé qui répond déjà au SOS que vous écrivez, et compter ceux qui ont suffi',
    'Résumés ouverts depuis « Déjà résolu ? », date, brouillon de SOS concerné',
    'Intérêt légitime (art. 6.1.f) : savoir si la base de connaissances aide',
  ],
  [
    'Savoir si une solution tient, et proposer d’abord celles qui ont tenu',
    'Votre réponse à 7 et 30 jours, phrase et chiffre si vous en ajoutez ; résumés dont vous dites « Ça a marché chez moi » ; phrases d’un résumé que vous écartez avant sa publication, avec votre motif',
    'Intérêt légitime (art. 6.1.f) : que la base de connaissances dise ce qui a vraiment marché',
  ],
  [
    'Inviter un marchand à la demande d’un membre',
    'Adresse électronique donnée par le parrain',
    'Intérêt légitime (art. 6.1.f) du parrain et de Guilde à faire grandir la communauté par cooptation',
  ],
  [
    'Vous écrire : confirmation, connexion, messages restés non lus',
    'Adresse électronique, réglages, contenu utile de la notification',
    'Exécution du contrat (art. 6.1.b) ; les e-mails de messages non lus s’arrêtent en un clic',
  ],
  [
    'Choisir, pour chaque SOS, les membres à qui demander de l’aide en premier',
    'Spécialités, SOS résolus avec votre aide, plateforme et canal, disponibilité que vous indiquez, demandes déjà reçues, ouvertes ou déclinées',
    'Intérêt légitime (art. 6.1.f) : une aide rapide, sans lasser personne ; vous choisissez combien vous en recevez, ou aucune',
  ],
  [
    'Demander aux marchands concernés si une plateforme, un moyen de paiement ou un transporteur est en panne',
    'Outils que vous indiquez, outils que vos SOS nomment, votre vote, pendant un an après la panne',
    'Intérêt légitime (art. 6.1.f) : savoir vite si le problème vient de chez vous ; les votes sont montrés en nombre, sans nom',
  ],
  [
    'Vous avertir dans le navigateur, sur le téléphone ou l’ordinateur',
    'Autorisation du navigateur, adresse que son service de notifications attribue à l’appareil, réglages ; ce qui vous a été annoncé, par quelle voie et quand, pendant 90 jours',
    'Consentement (art. 6.1.a), retirable à tout moment dans les réglages',
  ],
  [
    'Vous transmettre les annonces de l’équipe',
    'Annonces reçues et date de lecture, pendant un an ; l’équipe ne voit que le nombre de lectures',
    'Exécution du contrat (art. 6.1.b) ; notifications et e-mails se refusent dans les réglages',
  ],
  [
    'Répondre aux messages de contact',
    'Nom, adresse électronique, sujet, message',
    'Intérêt légitime (art. 6.1.f) : répondre aux personnes qui nous écrivent',
  ],
  [
    'Traiter les signalements et faire respecter les règles',
    'Auteur et personne visée, motif, description, suite donnée',
    'Obligation légale (art. 6.1.c ; règlement (UE) 2022/2065) et intérêt légitime à protéger les membres',
  ],
  [
    'Séparer les membres qui le demandent',
    'Qui vous bloquez et depuis quand ; la personne bloquée ne l’apprend pas',
    'Intérêt légitime (art. 6.1.f) : l’entraide sans rencontre non voulue',
  ],
  [
    'Se souvenir, dans l’équipe, de ce qui aide à vous accompagner',
    `Notes d’un administrateur sur un membre, pendant ${periodWords(PERIODS.memberNotes)}\u202f; vous les trouvez, sans son nom, dans l’archive de vos données`,
    'Intérêt légitime (art. 6.1.f) : un suivi cohérent par une équipe à plusieurs',
  ],
  [
    'Rendre compte des actes d’administration : suspensions, suppressions, rôles, décisions, consultations',
    'Auteur de l’acte, personne concernée, date, motif, état avant et après, sans le texte des messages',
    'Intérêt légitime (art. 6.1.f) : pouvoir justifier une décision, et permettre de la contester',
  ],
  [
    'Protéger le service contre l’abus et les intrusions',
    'Navigateur et dates des sessions ; si vous activez la double vérification, sa clé chiffrée et l’empreinte de vos codes de secours ; de vos clés d’accès, la partie publique, le nom et les dates ; adresse IP (d’IPv6 la première moitié), compte ou empreinte de l’adresse essayée, date et motif des connexions et des refus ; journaux techniques sans le contenu des messages',
    'Intérêt légitime (art. 6.1.f) : la sécurité de tous',
  ],
  [
    'Tenir la comptabilité, si un service devient payant',
    'Données de facturation',
    'Obligation légale (art. 6.1.c)',
  ],
] as const;

const Controller = (
  <>
    <p>
      Le responsable du traitement est <Fact of={({ name }) => name} />, SAS dont le siège est à Paris (
      <Fact of={({ address }) => address} />
      ), qui exploite Guilde. Ses autres coordonnées figurent dans les{' '}
      <Link to={paths.legal}>mentions légales</Link>.
    </p>
    <dl>
      <dt>Écrire au sujet de vos données</dt>
      <dd>
        <WithEmail>{(address) => <>{address} ou </>}</WithEmail>le{' '}
        <Link to={paths.contact}>formulaire de contact</Link>
      </dd>
      <dt>Délégué à la protection des données</dt>
      <dd>
        <Fact of={({ dpo }) => dpo} />
      </dd>
    </dl>
  </>
);

const Collected = (
  <>
    <p>Nous ne recueillons que ce dont l’entraide entre marchands a besoin.</p>
    <ul>
      <li>
        <strong>Ce que vous nous donnez :</strong> votre adresse électronique, votre mot de passe (dont nous
        ne gardons qu’une empreinte), votre profil de marchand, votre photo et votre bio si vous en ajoutez,
        vos SOS, messages, évaluations, signalements et messages de contact, vos réponses à « Est-ce que ça
        tient ? », vos réglages.
      </li>
      <li>
        <strong>Ce que d’autres nous donnent de vous :</strong> votre adresse, si un membre vous invite ; les
        SOS sur lesquels un membre vous invite à aider ; les évaluations de l’aide que vous apportez ; un
        signalement, le cas échéant, avec le message signalé tel qu’il était ; les décisions de l’équipe à
        votre sujet.
      </li>
      <li>
        <strong>Ce que l’usage produit :</strong> vos sessions (navigateur, dates), vos connexions et celles
        qui ont été refusées (adresse IP, date), ce que vous avez lu, les SOS et les résumés proposés que vous
        avez ouverts, ceux qui ont marché chez vous, et des journaux techniques.
      </li>
    </ul>
    <p>
      L’adresse, le mot de passe et les six étapes du profil sont obligatoires : sans eux, le compte ne peut
      être ouvert ou la communauté reste fermée. La photo et la bio sont facultatives. Dans le formulaire de
      contact, tous les champs sont nécessaires pour vous répondre.
    </p>
    <p>
      N’écrivez ni données sensibles (santé, opinions, religion…) ni données de vos propres clients dans un
      SOS, un message ou un profil.
    </p>
  </>
);

const Invitees = (
  <>
    <p>
      L’adresse d’une personne invitée nous est donnée par le membre qui la parraine (art. 14 du RGPD).
      L’e-mail d’invitation le dit et nomme ce parrain. Elle ne sert qu’à envoyer cette invitation et à
      vérifier que c’est bien la personne invitée qui l’accepte : ni prospection, ni relance automatique.
    </p>
    <p>
      L’invitation expire au bout de {INVITATION_DAYS} jours. Si elle n’est pas acceptée, l’adresse est
      effacée {INVITATION_KEPT_DAYS} jours plus tard, ou dès que le parrain retire l’invitation. La personne
      invitée peut nous demander à tout moment de l’effacer, ou s’opposer à toute nouvelle invitation.
    </p>
  </>
);

const Ai = (
  <>
    <p>
      Lorsqu’un SOS est résolu ou que sa conversation s’arrête, un résumé peut en être rédigé automatiquement
      pour la base de connaissances.
    </p>
    <ul>
      <li>
        <strong>Masquage.</strong> Noms, boutiques, adresses électroniques, numéros de téléphone, IBAN et
        numéros de commande repérés dans les textes sont masqués sur nos serveurs, avant tout envoi.
      </li>
      <li>
        <strong>Modèle.</strong> Service d’intelligence artificielle utilisé sur cette installation :{' '}
        <Fact of={({ aiService }) => aiService ?? 'aucun, le résumé est composé sur nos serveurs'} />.
      </li>
      <li>
        <strong>Relecture humaine.</strong> Rien n’est publié avant d’avoir été relu et approuvé par un
        administrateur. Un résumé publié indique qu’il a été généré par IA puis relu.
      </li>
      <li>
        <strong>Vos droits.</strong> Vous pouvez vous opposer à ce que vos propos servent à un résumé, ou
        demander la correction ou le retrait d’un résumé publié, en nous écrivant.
      </li>
    </ul>
    <p>Nous n’utilisons pas vos données pour entraîner un modèle.</p>
  </>
);

const Chosen = (
  <>
    <p>
      Un SOS est d’abord proposé à quelques membres, puis à d’autres si personne ne répond. L’ordre est
      calculé par le serveur, sans profilage commercial : une spécialité en commun, puis les SOS de la même
      catégorie résolus avec votre aide, puis la même plateforme ou le même canal que l’auteur. À égalité
      passe devant qui a reçu le moins de demandes en sept jours, puis qui attend depuis le plus longtemps.
    </p>
    <p>
      Personne ne reçoit plus de demandes par jour qu’il n’en accepte, ni pendant une pause ou des heures
      calmes. L’auteur voit combien de membres ont été prévenus et combien ont ouvert son SOS, jamais
      lesquels. Vos pauses et vos refus ne sont montrés à personne. Tous les SOS restent ouverts à tous les
      membres.
    </p>
  </>
);

/** Required by the GDPR, articles 13 and 14. */
export const PRIVACY_DATA: readonly LegalSection[] = [
  { id: 'responsable', title: 'Qui est responsable de vos données', body: Controller },
  { id: 'donnees', title: 'Les données que nous recueillons', body: Collected },
  {
    id: 'finalites',
    title: 'Pourquoi, et sur quelle base',
    body: (
      <>
        <LegalTable
          caption="Finalités, données et bases légales"
          head={['Finalité', 'Données', 'Base légale (RGPD)']}
          rows={PURPOSES}
        />
        <p>
          Nous ne vendons aucune donnée, n’affichons aucune publicité et ne pratiquons aucun suivi
          publicitaire.
        </p>
      </>
    ),
  },
  { id: 'vagues', title: 'Comment un SOS choisit à qui s’adresser', body: Chosen },
  { id: 'invites', title: 'Si vous avez reçu une invitation', body: Invitees },
  { id: 'ia', title: 'Intelligence artificielle', body: Ai },
];
