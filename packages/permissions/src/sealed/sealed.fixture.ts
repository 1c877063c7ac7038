/** The seal worked out by hand, as another implementation (or an attacker who knows the format) would. */
import { createHmac } from "node:crypto";

export const SECRET = Uint8Array.from({ length: 32 }, (_, i) => i);

export const mac = (key: Uint8Array, text: string): Buffer => createHmac("sha256", key).update(text).digest();

export const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

export const unpart = (text: string): unknown => JSON.parse(Buffer.from(text, "base64url").toString());

/** Seals links of any shape with the secret. */
export const sealedByHand = (links: readonly unknown[]): string => sealedParts(links.map(part));

/** Seals parts as they are, be they links or not. */
export function sealedParts(parts: readonly string[]): string {
  const body = ["polyglav-authority-1", ...parts, "~"].join(".");
  return `${body}.${mac(SECRET, body).toString("hex")}`;
}

/** What a holder can do with nothing but the text: put parts behind it, each under the MAC before it. */
export function addedByHand(text: string, added: readonly string[]): string {
  return added.reduce((before, each) => {
    const at = before.lastIndexOf(".");
    const key = Buffer.from(before.slice(at + 1), "hex");
    return `${before.slice(0, at)}.${each}.${mac(key, each).toString("hex")}`;
  }, text);
}

/** What is between the dots. */
export const piecesOf = (text: string): readonly string[] => text.split(".");
