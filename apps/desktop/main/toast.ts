/** What Windows shows, in its own words; all texts are plain. */
type Toast = {
  title: string;
  body: string;
  silent: boolean;
  /** The `guilde://` link that a click follows. */
  link: string;
};

/**
 * A notification as Windows wants it described. Its click is a link, which Windows opens like any other: it starts the
 * app when it does not run and reaches it when it does, also from the notification centre, days later. That needs
 * nothing but the scheme that the app has registered anyway, unlike `Notification.handleActivation`, whose callback is
 * told which notification was clicked by a hash that the next start of the app cannot resolve.
 * https://learn.microsoft.com/windows/apps/design/shell/tiles-and-notifications/toast-desktop-apps
 */
export function toastXml({ title, body, silent, link }: Toast): string {
  return [
    `<toast activationType="protocol" launch="${escaped(link)}">`,
    '<visual><binding template="ToastGeneric">',
    `<text>${escaped(title)}</text><text>${escaped(body)}</text>`,
    '</binding></visual>',
    silent ? '<audio silent="true"/>' : '',
    '</toast>',
  ].join('');
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
/** What XML 1.0 cannot hold, even escaped: one such character and nothing would be shown at all. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function escaped(text: string): string {
  return text.replace(FORBIDDEN, ' ').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
