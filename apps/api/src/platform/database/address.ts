export type DatabaseAddress = { file: string } | { url: string; authToken?: string | undefined };
