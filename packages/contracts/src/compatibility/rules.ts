/**
 * The number rises when one side breaks the other, and not for a new route or field. An installed desktop app
 * may be older or newer than its server.
 */
export const PROTOCOL = 2;
/** Protocol 2 counts the changes of a conversation instead of listing its deleted messages. */
export const OLDEST_CLIENT = 2;
export const OLDEST_SERVER = 2;

export type ServerProtocol = { protocol: number; oldestClient: number };

export type Compatibility = 'compatible' | 'client-too-old' | 'server-too-old';

export function compatibility(
  server: ServerProtocol,
  client: { protocol: number; oldestServer: number } = { protocol: PROTOCOL, oldestServer: OLDEST_SERVER },
): Compatibility {
  if (client.protocol < server.oldestClient) return 'client-too-old';
  return server.protocol < client.oldestServer ? 'server-too-old' : 'compatible';
}
