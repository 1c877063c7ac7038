import frontMatter from "front-matter";
import { fieldsOf, skillCell } from "../skill-cell.ts";

await skillCell((text) => {
  const { attributes, body } = frontMatter(text);
  return { ...fieldsOf(attributes), body };
});
