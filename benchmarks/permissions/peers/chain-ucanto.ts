import { delegate, Delegation, invoke } from "@ucanto/core";
import { Verifier } from "@ucanto/principal";
import { generate } from "@ucanto/principal/ed25519";
import { access, capability, Failure, Schema } from "@ucanto/validator";
import { chainCell } from "../chain/chain-cell.ts";

const edit = capability({
  can: "carve/edit",
  with: Schema.did(),
  nb: Schema.struct({ prefix: Schema.string() }),
  derives: (claimed, granted) =>
    claimed.with === granted.with && claimed.nb.prefix.startsWith(granted.nb.prefix)
      ? { ok: {} }
      : { error: new Failure("it is more than was granted") },
});

await chainCell(async (depth) => {
  const owner = await generate();
  let issuer = owner;
  let proofs: Awaited<ReturnType<typeof delegate>>[] = [];
  for (let link = 0; link < depth; link += 1) {
    const audience = await generate();
    const proof = await delegate({
      issuer,
      audience,
      capabilities: [{ can: "carve/edit", with: owner.did(), nb: { prefix: "src/" } }],
      proofs,
      expiration: Infinity,
    });
    proofs = [proof];
    issuer = audience;
  }
  const service = await generate();
  const invocation = await invoke({
    issuer,
    audience: service,
    capability: { can: "carve/edit", with: owner.did(), nb: { prefix: "src/a" } },
    proofs,
  }).delegate();
  const archived = await invocation.archive();
  if (archived.ok === undefined) throw new Error("Cannot archive the invocation");
  const whole = archived.ok;
  // What is asked for stands in it as text. Another one is granted as well, so only the signature can tell.
  const broken = Uint8Array.from(whole);
  const text = Buffer.from(broken.buffer);
  text.write("src/b", text.indexOf("src/a"));
  const open = async (sealed: Uint8Array): Promise<boolean> => {
    const read = await Delegation.extract(sealed);
    if (read.ok === undefined) return false;
    const answer = await access(read.ok, {
      capability: edit,
      principal: Verifier,
      authority: service,
      validateAuthorization: () => ({ ok: {} }),
    });
    return answer.ok !== undefined;
  };
  return { whole, broken, open };
});
