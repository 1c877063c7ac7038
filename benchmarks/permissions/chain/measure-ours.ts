import { type Authority, carve, delegate, root, total } from "@polyglav/permissions";
import { seal, unseal } from "@polyglav/permissions/sealed";
import { chainCell } from "./chain-cell.ts";

await chainCell(async (depth) => {
  const secret = new Uint8Array(32).fill(7);
  const says = (folder: string) => carve({ edit: { default: "deny", rules: { [`${folder}/**`]: "allow" } } });
  let authority: Authority = root({ id: "run", use: total(says("src"), "deny") });
  for (let link = 0; link < depth; link += 1) {
    authority = delegate(authority, { id: `run-${link}`, role: `role-${link}`, use: says(`src/mod${link}`) });
  }
  const whole = await seal(authority, secret);
  const middle = Math.floor(whole.length / 2);
  const broken = `${whole.slice(0, middle)}${whole.charAt(middle) === "A" ? "B" : "A"}${whole.slice(middle + 1)}`;
  return { whole, broken, open: async (sealed) => (await unseal(String(sealed), secret)).ok };
});
