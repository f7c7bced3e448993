export type ServerAddress = { url: string; authToken?: string | undefined };
export type DatabaseAddress = { file: string } | ServerAddress;
