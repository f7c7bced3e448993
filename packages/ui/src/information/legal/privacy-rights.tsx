import { OPENING_HOURS } from '@guilde/contracts/admin.ts';
import { PERIODS, periodWords } from '@guilde/contracts/retention.ts';
import { KEPT, RETENTION, type RetentionRule, retentionWords } from '@guilde/contracts/retention-options.ts';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { WithEmail } from './fact.tsx';
import { type LegalSection, LegalTable } from './legal-document.tsx';
import { RECIPIENTS } from './recipients.tsx';
import { STORED } from './stored.ts';

const PERIODS_KEPT = [
  ...Object.values(KEPT).map(({ data, kept }) => [data, kept]),
  ...(Object.keys(RETENTION) as RetentionRule[]).map((rule) => [RETENTION[rule].data, retentionWords(rule)]),
];

const Recipients = (
  <>
    <ul>
      <li>
        <strong>Les membres</strong> voient vos SOS et votre profil, sauf votre adresse électronique, votre
        volume de commandes et votre canal d’acquisition. Dans les conversations auxquelles ils participent,
        ils voient vos messages, ce que vous avez lu et quand vous êtes en train d’écrire.
      </li>
      <li>
        <strong>Les administrateurs de Guilde</strong> accèdent à ce que demandent la modération et
        l’assistance. Une conversation ne leur est ouverte que pour un motif (un signalement, la demande d’un
        participant, la loi), pendant {OPENING_HOURS} heures, et ses participants le voient dans la
        conversation, sauf si la loi l’interdit. Chaque lecture d’une conversation, d’une fiche, d’une liste
        de membres ou du journal de sécurité laisse une trace dans le journal de l’administration : qui, quoi
        et quand, une fois par heure au plus. La personne signalée n’apprend ni l’existence d’un signalement
        ni son auteur.
      </li>
      <li>
        <strong>Nos sous-traitants</strong>, liés par contrat (art. 28 du RGPD), pour le seul service que nous
        leur demandons :
      </li>
    </ul>
    <dl>
      {RECIPIENTS.map(({ purpose, who }) => (
        <Fragment key={purpose}>
          <dt>{purpose}</dt>
          <dd>{who}</dd>
        </Fragment>
      ))}
    </dl>
    <p>Nous ne communiquons vos données à une autorité que lorsque la loi nous y oblige.</p>
  </>
);

const Transfers = (
  <>
    <p>Vos données sont hébergées dans l’Union européenne.</p>
    <p>
      Certains de nos prestataires sont des sociétés établies aux États-Unis, ou contrôlées par une telle
      société. Lorsqu’un accès depuis ce pays ou un autre pays tiers est possible, il est encadré par la
      décision d’adéquation relative au cadre de protection des données UE–États-Unis (décision
      (UE) 2023/1795), si le prestataire y adhère, ou par les clauses contractuelles types de la Commission
      européenne (décision (UE) 2021/914) et des mesures complémentaires. Vous pouvez nous en demander une
      copie.
    </p>
  </>
);

const Security = (
  <ul>
    <li>Connexions chiffrées entre votre appareil et nos serveurs.</li>
    <li>Mots de passe hachés avec Argon2id ; liens et codes à usage unique, de courte durée.</li>
    <li>Accès accordés selon le rôle, vérifiés par le serveur à chaque demande ; limites contre l’abus.</li>
    <li>
      E-mails en attente chiffrés ; journaux sans le contenu des messages ni les adresses électroniques.
    </li>
    <li>
      En cas de violation présentant un risque, nous prévenons la CNIL sous 72 heures et, si le risque est
      élevé, les personnes concernées (art. 33 et 34 du RGPD).
    </li>
  </ul>
);

const Rights = (
  <>
    <p>Vous avez le droit :</p>
    <ul>
      <li>d’accéder à vos données et d’en recevoir une copie ;</li>
      <li>de les faire rectifier, compléter ou effacer ;</li>
      <li>d’en faire limiter le traitement ;</li>
      <li>
        de vous opposer, pour des raisons tenant à votre situation, aux traitements fondés sur l’intérêt
        légitime ;
      </li>
      <li>de les récupérer dans un format lisible par d’autres logiciels (portabilité) ;</li>
      <li>de retirer un consentement à tout moment, sans effet sur ce qui précède ;</li>
      <li>de donner des directives sur leur sort après votre décès (art. 85 de la loi du 6 janvier 1978).</li>
    </ul>
    <p>
      Trois de ces droits s’exercent seuls, depuis la page <em>Profil</em> : modifier vos informations,
      <em> Télécharger mes données</em>, <em>Supprimer mon compte</em>. Pour les autres, faites une demande
      sur la page <Link to={paths.rights}>Mes droits</Link>
      <WithEmail>{(address) => <> ou écrivez à {address}</>}</WithEmail>. Nous répondons dans le mois ; une
      preuve d’identité n’est demandée qu’en cas de doute raisonnable.
    </p>
  </>
);

const Cookies = (
  <>
    <p>
      Guilde n’utilise que des traceurs strictement nécessaires au service que vous demandez, exemptés de
      consentement (art. 82 de la loi du 6 janvier 1978) : c’est pourquoi aucun bandeau ne s’affiche. Pas de
      mesure d’audience, pas de publicité, pas de contenu chargé chez un tiers.
    </p>
    <LegalTable
      caption="Ce que Guilde dépose dans votre navigateur"
      head={['Nom', 'Type', 'Utilité', 'Durée']}
      rows={STORED.map(({ name, kind, purpose, kept }) => [name, kind, purpose, kept])}
    />
    <p>Vous pouvez tout effacer depuis votre navigateur ; votre session prendra alors fin.</p>
  </>
);

const Complaint = (
  <>
    <p>
      Si notre réponse ne vous satisfait pas, vous pouvez adresser une réclamation à la Commission nationale
      de l’informatique et des libertés :
    </p>
    <p>
      CNIL, 3 place de Fontenoy, TSA 80715, 75334 Paris Cedex 07
      <br />
      <a href="https://www.cnil.fr/fr/plaintes" rel="noreferrer">
        www.cnil.fr/fr/plaintes
      </a>
    </p>
  </>
);

export const PRIVACY_RIGHTS: readonly LegalSection[] = [
  { id: 'destinataires', title: 'Qui les reçoit', body: Recipients },
  { id: 'transferts', title: 'Hébergement et transferts', body: Transfers },
  {
    id: 'durees',
    title: 'Combien de temps',
    body: (
      <>
        <LegalTable
          caption="Durées de conservation"
          head={['Données', 'Durée de conservation']}
          rows={PERIODS_KEPT}
        />
        <p>
          Ce qui est effacé peut subsister {periodWords(PERIODS.erasures)} au plus dans les sauvegardes. Si
          l’une d’elles est remise en service, les comptes effacés depuis le sont de nouveau avant toute
          utilisation. Un message ou un SOS supprimé depuis peut alors reparaître : demandez-le-nous, et nous
          le supprimons de nouveau.
        </p>
      </>
    ),
  },
  { id: 'securite', title: 'Sécurité', body: Security },
  { id: 'droits', title: 'Vos droits', body: Rights },
  { id: 'cookies', title: 'Cookies et stockage du navigateur', body: Cookies },
  {
    id: 'mineurs',
    title: 'Mineurs',
    body: (
      <p>
        Guilde s’adresse à des professionnels, et non aux personnes de moins de 16 ans. Si un compte a été
        ouvert par une personne plus jeune, signalez-le-nous : nous l’effacerons.
      </p>
    ),
  },
  {
    id: 'decisions',
    title: 'Décisions automatisées',
    body: (
      <p>
        Aucune décision produisant des effets juridiques, ou vous affectant de manière significative, n’est
        prise de façon entièrement automatisée (art. 22 du RGPD). L’ordre des SOS, la correspondance avec vos
        spécialités et les moyennes d’évaluation sont de simples calculs, sans profilage publicitaire ; toute
        sanction est décidée par une personne.
      </p>
    ),
  },
  { id: 'reclamation', title: 'Réclamation', body: Complaint },
  {
    id: 'evolution',
    title: 'Évolution de cette politique',
    body: (
      <p>
        Si un changement touche l’usage de vos données, nous vous en informons par e-mail ou dans
        l’application avant qu’il ne s’applique.
      </p>
    ),
  },
];
