import { type AdminMessage, shortConversationId } from '@guilde/contracts/admin/rules.ts';
import { textOrFiles } from '@guilde/contracts/files/rules.ts';
import { memberName } from '@guilde/contracts/profiles/rules.ts';
import { ShownFiles } from '../files/shown-files.tsx';
import { formatDateTime } from '../kit/format.ts';
import { RelativeTime } from '../kit/relative-time.tsx';
import { Linkified } from '../linkified.tsx';
import { paths } from '../paths.ts';
import { RemovalButton } from './cases/removal.tsx';
import { useMessage, useMessages } from './data.ts';
import { AdminList, ListTools } from './list.tsx';
import { useListAddress } from './list-address.ts';
import { MemberCell } from './member-cell.tsx';
import { OpenConversation } from './open-conversation.tsx';
import { ownerFact } from './owner-fact.tsx';
import { Facts, type OpenRow, Panel, PanelLink, Part } from './panel.tsx';
import type { Columns } from './table.tsx';

const FAILED = 'Erreur lors du chargement des messages';

export function MessagesTab() {
  const address = useListAddress('messages');
  const list = useMessages({ q: address.q });
  return (
    <>
      <ListTools
        address={address}
        label="Rechercher des messages"
        placeholder="Expéditeur, SOS ou conversation"
      />
      <AdminList
        label="Messages"
        list={list}
        address={address}
        columns={columns}
        failed={FAILED}
        empty={{
          title: 'Aucun message',
          text: 'Les messages des conversations apparaissent ici, sans leur texte.',
          narrowed:
            'La recherche porte sur l’expéditeur, le SOS ou l’identifiant de conversation, pas sur le texte des messages.',
        }}
      />
      <MessagePanel openId={address.openId} onClose={address.close} />
    </>
  );
}

const columns: Columns<AdminMessage> = [
  {
    head: 'Expéditeur',
    className: 'lg:max-w-60',
    cell: (message) => <MemberCell member={message.sender} note={textOf(message)} />,
  },
  {
    head: 'Contenu',
    from: 'wide',
    className: 'max-w-128',
    cell: (message) => (
      <span className={isShown(message) ? 'line-clamp-2 text-foreground' : 'italic'}>{textOf(message)}</span>
    ),
  },
  {
    head: 'Conversation',
    from: 'wide',
    cell: ({ conversationId }) => <code className="text-xs">{shortConversationId(conversationId)}</code>,
  },
  {
    head: 'Date',
    className: 'whitespace-nowrap',
    cell: ({ createdAt }) => <RelativeTime date={createdAt} format="age-or-date" />,
  },
];

function isShown({ kind, openUntil }: AdminMessage): boolean {
  return kind === 'text' && openUntil !== null;
}

function textOf(message: AdminMessage): string {
  if (message.kind === 'deleted') return removed(message);
  return isShown(message) ? textOrFiles(message) : 'Texte privé';
}

function removed({ deletedByTeam }: AdminMessage): string {
  return deletedByTeam ? 'Message supprimé par la modération' : 'Message supprimé par son auteur';
}

function MessagePanel(open: OpenRow) {
  return (
    <Panel
      {...open}
      query={useMessage(open.openId)}
      name="Message"
      failed={FAILED}
      title={({ sender }) => memberName(sender)}
      dangers={({ id, kind, sender }) =>
        kind === 'text' && <RemovalButton kind="message" id={id} ownerId={sender?.id ?? null} />
      }
    >
      {(one) => (
        <>
          <Part title="Contenu">
            {one.kind === 'text' && !isShown(one) ? (
              <OpenConversation conversationId={one.conversationId} />
            ) : (
              <div className="rounded-lg border bg-card px-3 py-2 text-sm break-words">
                {one.kind === 'deleted' ? (
                  <p className="text-muted-foreground italic">{removed(one)}</p>
                ) : (
                  <Linkified text={textOrFiles(one)} />
                )}
              </div>
            )}
            {one.files.length > 0 && (
              <ShownFiles
                place={`admin/messages/${one.id}`}
                files={one.files}
                caption={`${memberName(one.sender)}, ${formatDateTime(one.createdAt)}`}
              />
            )}
          </Part>
          {one.versions.length > 0 && (
            <Part title="Avant modification">
              <ol className="grid gap-2">
                {one.versions.map(({ content, replacedAt }) => (
                  <li key={replacedAt} className="grid gap-1 rounded-lg border bg-card px-3 py-2 text-sm">
                    <span className="text-xs text-muted-foreground">
                      {`Jusqu’au ${formatDateTime(replacedAt)}`}
                    </span>
                    <Linkified text={content} />
                  </li>
                ))}
              </ol>
            </Part>
          )}
          <Facts
            facts={[
              ['Date', formatDateTime(one.createdAt)],
              one.editedAt && ['Modifié', formatDateTime(one.editedAt)],
              ownerFact(one),
              [
                'Conversation',
                <PanelLink
                  key="conversation"
                  to={paths.admin('messages', undefined, { q: shortConversationId(one.conversationId) })}
                >
                  {shortConversationId(one.conversationId)}
                </PanelLink>,
              ],
              one.openUntil && ['Ouverte jusqu’au', formatDateTime(one.openUntil)],
              ['Numéro du message', String(one.seq)],
            ]}
          />
        </>
      )}
    </Panel>
  );
}
