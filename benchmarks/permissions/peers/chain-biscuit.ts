import { authorizer, Biscuit, biscuit, block, KeyPair } from "@biscuit-auth/biscuit-wasm";
import { readJob, wordGiven } from "../../runner/cell.ts";
import { chainCell } from "../chain/chain-cell.ts";

const ED25519 = 0;
const LIMITS = { max_facts: 5_000, max_iterations: 200, max_time_micro: 5_000_000 };
const measure = wordGiven(readJob(process.argv[2] ?? "{}").given, "measure");

await chainCell((depth) => {
  const keys = new KeyPair(ED25519);
  let token = biscuit`right("edit", "src/"); right("read", "src/");`.build(keys.getPrivateKey());
  for (let link = 0; link < depth; link += 1)
    token = token.appendBlock(block`check if resource($r), $r.starts_with("src/");`);
  const whole = token.toBase64();
  const middle = Math.floor(whole.length / 2);
  const broken = `${whole.slice(0, middle)}${whole.charAt(middle) === "A" ? "B" : "A"}${whole.slice(middle + 1)}`;
  const parse = (sealed: string): boolean => {
    Biscuit.fromBase64(sealed, keys.getPublicKey()).free();
    return true;
  };
  const authorize = (sealed: string): boolean => {
    if (sealed !== whole) return parse(sealed);
    const asked = authorizer`resource("src/a.ts"); category("edit"); allow if category($c), resource($r), right($c, $p), $r.starts_with($p);`;
    asked.addToken(token);
    asked.authorizeWithLimits(LIMITS);
    asked.free();
    return true;
  };
  return { whole, broken, open: measure === "authorize" ? authorize : parse };
});
