type Toast = {
  title: string;
  body: string;
  silent: boolean;
  link: string;
};

/**
 * The click is a link, so that it also works when the app does not run: `Notification.handleActivation` names
 * the notification by a hash that the next start cannot resolve.
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
/** XML 1.0 forbids these, even escaped, and nothing would be shown. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function escaped(text: string): string {
  return text.replace(FORBIDDEN, ' ').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
