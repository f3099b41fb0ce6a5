import { markdownAnswer } from "#docs-page/site/plain-answers.ts";

// next.config.mjs leads /docs/webhooks.md here: a folder's name cannot end in a fixed part.
export async function GET(
  _: Request,
  { params }: { params: Promise<{ page: string[] }> },
): Promise<Response> {
  return markdownAnswer((await params).page);
}
