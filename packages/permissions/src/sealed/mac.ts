/** The length of a MAC and of the keys that are made of one, in bytes. */
const MAC_BYTES = 32;

/** The characters that a MAC adds to a text: its digits, and the dot before them. */
export const MAC_CHARACTERS = 2 * MAC_BYTES + 1;

/** What a secret is at least, in bytes: a shorter one would be easier to guess than what it protects. */
export const SECRET_BYTES = 32;

/** Works out the HMAC-SHA-256 of a text of ASCII characters. */
export async function macOf(key: Uint8Array, text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", await keyOf(key), bytesOf(text)));
}

/** Tells whether a MAC is that of a text, in a time that says nothing about how much of it is right. */
export async function isMacOf(key: Uint8Array, text: string, mac: Uint8Array): Promise<boolean> {
  return crypto.subtle.verify("HMAC", await keyOf(key), copyOf(mac), bytesOf(text));
}

/** Tells whether something can be the secret that two processes share. */
export const isSecret = (given: unknown): given is Uint8Array =>
  given instanceof Uint8Array && given.byteLength >= SECRET_BYTES;

/** Writes bytes with the digits of hexadecimal numbers, in lower case. */
export const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Reads a MAC back from its one spelling. */
export function macIn(hex: string): Uint8Array | undefined {
  if (!/^[0-9a-f]{64}$/.test(hex)) return undefined;
  return Uint8Array.from({ length: MAC_BYTES }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}

const keyOf = (key: Uint8Array) =>
  crypto.subtle.importKey("raw", copyOf(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A copy that nobody else can change while it is worked with, and that lies in memory of its own. */
const copyOf = (bytes: Uint8Array) => Uint8Array.from(bytes);
