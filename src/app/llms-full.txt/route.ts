import { llmsFullAnswer } from "#docs-page/site/plain-answers.ts";

export const dynamic = "force-dynamic";

export const GET = (): Promise<Response> => llmsFullAnswer();
