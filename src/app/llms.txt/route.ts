import { program } from "#app/program.ts";
import { llmsAnswer } from "#docs-page/site/plain-answers.ts";

export const dynamic = "force-dynamic";

export const GET = async (): Promise<Response> => llmsAnswer((await program().getDeps()).settings.publicUrl);
