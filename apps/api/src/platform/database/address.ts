/** A file that this process owns, or a libSQL server. */
export type DatabaseAddress = { file: string } | { url: string; authToken?: string | undefined };
