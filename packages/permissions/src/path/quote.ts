/** Puts a path between double quotes, on one line, with what cannot be seen escaped: what people approve is what they see. */
export function quote(path: string): string {
  return JSON.stringify(path).replace(UNSEEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
