import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig(
  globalIgnores(["**/dist/", "**/node_modules/", "**/.cache/", ".turbo/"]),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Numbers and booleans print well; everything else stays checked.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      // Ports are promises by contract, also where an implementation has nothing to wait for.
      "@typescript-eslint/require-await": "off",
      // What is taken out of an object to leave the rest has a name, and that is all it needs.
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "MemberExpression[property.name='pathname'][object.callee.name='URL'][object.arguments.1.object.type='MetaProperty']",
          message: "A folder with a space in its name comes out as %20: use import.meta.dirname or fileURLToPath().",
        },
      ],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    // What other people import states its types (the libraries that must stay readable without the compiler).
    files: ["packages/{registry,permissions,skills}/src/**/*.ts"],
    ignores: ["**/*.test.ts"],
    rules: { "@typescript-eslint/explicit-module-boundary-types": "error" },
  },
  // Matchers such as expect.stringContaining() are typed as any.
  { files: ["**/*.test.ts"], rules: { "@typescript-eslint/no-unsafe-assignment": "off" } },
  // The compiler checks the names here, too.
  { files: ["**/*.{js,mjs}"], extends: [tseslint.configs.disableTypeChecked], rules: { "no-undef": "off" } },
);
