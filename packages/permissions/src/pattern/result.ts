/** What was read, or why it cannot be. */
export type Read<T> = { readonly ok: true; readonly value: T } | Unread;

/** Why something cannot be read, and what to write instead. */
export interface Unread {
  readonly ok: false;
  readonly why: string;
  readonly hint?: string;
}

export const yes = <T>(value: T): Read<T> => ({ ok: true, value });

export const no = (why: string, hint?: string): Unread => ({ ok: false, why, ...(hint !== undefined && { hint }) });
