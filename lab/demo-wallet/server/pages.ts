import { DRIVING_LICENCE, EU_PROOF_OF_AGE, GOOGLE_ID_PASS, PHOTO_ID } from "../issuer/attest.ts";
import type { Asker, Question } from "../wallet/ask.ts";
import { typeAskedFor } from "../wallet/choose-claims.ts";
import { type Html, html, page } from "./html.ts";
import { PEOPLE, type Pending, type Person } from "./requests.ts";

const TITLES: Record<string, string> = {
  [EU_PROOF_OF_AGE]: "Proof of age",
  [DRIVING_LICENCE]: "Driving licence",
  [PHOTO_ID]: "Photo ID",
  [GOOGLE_ID_PASS]: "ID pass",
};

const titleOf = ({ query }: Question): string => {
  const type = typeAskedFor(query);
  return TITLES[type] ?? `Identity card (${query.format === "mso_mdoc" ? "mdoc" : "SD-JWT"})`;
};

/** The one question that is answered: the first that the request would like to have answered. */
const thresholdOf = ([question]: readonly Question[]): number => question?.thresholds[0] ?? 18;

/** The home page: what the wallet holds, and a field for a request's link. */
export const homePage = (problem: string | null = null): string =>
  page(
    problem === null ? "Prove your age, and nothing else" : "That did not work",
    html`${problem === null ? null : html`<p role="alert" class="card problem">${problem}</p>`}
<div class="card"><h2>In this wallet</h2>
<ul>${Object.values(TITLES).map((title) => html`<li>${title}, issued by the Lintel test issuer</li>`)}</ul>
<p class="soft">${PEOPLE.map(({ name, age }) => `${name}, ${age}`).join(", or ")}: you choose who you are each time.</p></div>
<form class="card" method="get" action="/">
<label class="field">Link of a request
<textarea name="request" required spellcheck="false" placeholder="av://… or openid4vp://…"></textarea></label>
<p class="soft">A page that asks for your age shows a QR code for phones. Copy the link that is under the code, and paste it here.</p>
<button class="main">Open the request</button></form>
<a class="button" href="/apple">Check requests as Apple Wallet would</a>`,
  );

const radio = (name: string, value: string, isChecked: boolean): Html =>
  html`<input type="radio" name="${name}" value="${value}"${isChecked ? html` checked` : null}>`;

const personChoice = (threshold: number, { id, name, age }: Person, isFirst: boolean): Html => {
  const isOver = age >= threshold;
  return html`<label class="choice">${radio("person", id, isFirst)}<span>${name}<small>${age} years old</small></span>
<b class="${isOver ? "yes" : "no"}">Over ${threshold}: ${isOver ? "yes" : "no"}</b></label>`;
};

const documentChoice = (question: Question, isFirst: boolean): Html =>
  html`<label class="choice">${radio("credential", question.query.id, isFirst)}<span>${titleOf(question)}</span></label>`;

const whoAsks = ({ host, certificate }: Asker): Html =>
  certificate === null
    ? html`<p class="soft">The request is not signed: all that is sure is that the answer goes to <code>${host}</code>.</p>`
    : html`<p class="soft">Signed by <strong>${certificate}</strong>, and the signature fits. The answer is encrypted and goes to
<code>${host}</code>.</p>`;

/** The verifier, its question, what is shared, and the two buttons. */
export const consentPage = ({ id, asker, questions }: Pending): string => {
  const threshold = thresholdOf(questions);
  return page(
    `${asker.host} asks whether you are over ${threshold}`,
    html`${whoAsks(asker)}
<form method="post" action="/answer">
<input type="hidden" name="id" value="${id}">
<fieldset class="card"><legend>Who are you today?</legend>
${PEOPLE.map((person, index) => personChoice(threshold, person, index === 0))}</fieldset>
${
  questions.length > 1
    ? html`<fieldset class="card"><legend>Shown from</legend>
${questions.map((question, index) => documentChoice(question, index === 0))}</fieldset>`
    : null
}
<div class="card"><h2>What will be shared</h2>
<ul><li>“Over ${threshold}: yes” or “no”, as above</li>
<li>That the Lintel test issuer says so${questions.length === 1 && questions[0] ? html`, in a ${titleOf(questions[0]).toLowerCase()}` : null}</li>
<li class="not">No name, no date of birth, no picture, no number</li></ul></div>
<div class="actions"><button name="decision" value="decline">Decline</button>
<button class="main" name="decision" value="share">Share</button></div></form>`,
  );
};

const endPage = (title: string, text: Html): string =>
  page(
    title,
    html`<p class="card">${text}</p>
<a class="button" href="/">Back to the wallet</a>`,
  );

/** After an answer whose service names no address to go to: that of a QR code. */
export const sharedPage = ({ asker }: Pending): string =>
  endPage("Shared", html`${asker.host} has your answer. Go on in the window where you began.`);

export const declinedPage = ({ asker }: Pending): string =>
  endPage(
    "Nothing was shared",
    html`${asker.host} knows that you declined, and nothing else. Close this page, or go back to where you began, and
choose another way there.`,
  );

export const refusedPage = ({ asker }: Pending): string =>
  endPage(
    "The answer was not accepted",
    html`${asker.host} did not take it: the request may have run out, or was answered already. Go back to where you
began and start again there.`,
  );
