"use client";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { OIDC_CLIENTS } from "#core/oidc/age-request.ts";
import type { Mode } from "#core/verification.ts";
import { Button } from "#kit/button.tsx";
import { RadioCards } from "#kit/choices.tsx";
import { type CodeInLanguage, CodeTabs } from "#kit/code.tsx";
import { Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { DialogActions } from "#kit/dialog/dialog-parts.tsx";
import { SecretOnce } from "#kit/dialog/secret-once.tsx";
import { Field, SelectField, TextArea, TextField } from "#kit/fields.tsx";
import { Facts } from "#kit/page-layout.tsx";
import type { ConsoleInputs, ConsoleOutputs } from "#trpc/root.ts";

export type SiteSummary = ConsoleOutputs["oidcClients"]["list"][number];
type NewSite = ConsoleInputs["oidcClients"]["create"];

const PROOFS = [
  { value: "client_secret_basic", label: "A secret (client_secret_basic)" },
  { value: "client_secret_post", label: "A secret in the form (client_secret_post)" },
  { value: "none", label: "PKCE alone, for apps in the browser" },
] as const;

const UNDER_AGE = [
  { value: "answer", name: "Answer", about: "The site gets age_over_NN: false, and decides." },
  {
    value: "deny",
    name: "Refuse",
    about: "The site gets access_denied, for software that knows only signed in or not.",
  },
] as const;

const listed = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== "");

/** The first reason that is about a field or a part of it. */
const faultOf = ({ problem }: DialogCall, field: string): string | undefined =>
  Object.entries(problem?.issues ?? {}).find(([path]) => path === field || path.startsWith(`${field}.`))?.[1];

type CreateFormProps = { mode: Mode; call: DialogCall; onCreate: (site: NewSite) => void };

const CreateForm = ({ mode, call, onCreate }: CreateFormProps) => {
  const [name, setName] = useState("");
  const [uris, setUris] = useState("");
  const [ages, setAges] = useState("18");
  const [authMethod, setAuthMethod] = useState<string>(PROOFS[0].value);
  const [underAge, setUnderAge] = useState<"answer" | "deny">("answer");
  const proof = PROOFS.find(({ value }) => value === authMethod) ?? PROOFS[0];
  const submit = (): void =>
    onCreate({
      mode,
      name: name.trim(),
      redirectUris: listed(uris),
      thresholds: listed(ages).map(Number),
      authMethod: proof.value,
      underAge,
    });
  return (
    <DialogForm action="Add site" call={call} onSubmit={submit}>
      <TextField
        label="Name"
        hint="Which site it is, for example “Shop”."
        error={faultOf(call, "name")}
        value={name}
        required
        maxLength={80}
        onChange={setName}
      />
      <Field
        label="Redirect addresses"
        hint={`Complete, one in a line. At most ${OIDC_CLIENTS.redirectUris}.`}
        error={faultOf(call, "redirectUris")}
      >
        {(parts) => (
          <TextArea
            {...parts}
            value={uris}
            required
            spellCheck={false}
            placeholder="https://shop.example/age/callback"
            onChange={(event) => setUris(event.target.value)}
          />
        )}
      </Field>
      <TextField
        label="Ages to ask for"
        hint="Where a request names none. One to five, from 5 to 99."
        error={faultOf(call, "thresholds")}
        value={ages}
        required
        onChange={setAges}
      />
      <SelectField
        label="How the site proves who it is"
        hint="With signed assertions (private_key_jwt), register the site by the console’s interface."
        value={authMethod}
        options={PROOFS}
        onChange={setAuthMethod}
      />
      <RadioCards
        label="For a person below the age"
        value={underAge}
        options={UNDER_AGE}
        onChange={setUnderAge}
      />
    </DialogForm>
  );
};

type Known = Pick<SiteSummary, "issuer" | "clientId" | "redirectUris" | "thresholds">;

const apache = ({ issuer, clientId, redirect, scope, highest }: Values): string => `# mod_auth_openidc
OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
OIDCClientID ${clientId}
OIDCClientSecret $AGE_CLIENT_SECRET
OIDCRedirectURI ${redirect}
OIDCCryptoPassphrase "exec:/usr/bin/openssl rand -base64 32"
OIDCScope "${scope}"
OIDCPKCEMethod S256
<Location "/adults">
  AuthType openid-connect
  Require claim age_over_${highest}:true
</Location>`;

const nginx = ({
  issuer,
  clientId,
  redirect,
  scope,
}: Values): string => `# oauth2-proxy; below the age: refuse
provider = "oidc"
oidc_issuer_url = "${issuer}"
client_id = "${clientId}"
client_secret = "$AGE_CLIENT_SECRET"
redirect_url = "${redirect}"
scope = "${scope}"
code_challenge_method = "S256"
oidc_email_claim = "sub"
email_domains = ["*"]
insecure_oidc_allow_unverified_email = true
reverse_proxy = true

# nginx
location /adults/ {
  auth_request /oauth2/auth;
  error_page 401 = /oauth2/sign_in;
}`;

const authjs = ({ issuer, clientId, scope, highest }: Values): string => `{
  id: "age", name: "Age", type: "oauth",
  wellKnown: "${issuer}/.well-known/openid-configuration",
  clientId: "${clientId}",
  clientSecret: process.env.AGE_CLIENT_SECRET,
  authorization: { params: { scope: "${scope}" } },
  idToken: true, checks: ["pkce", "state", "nonce"],
  profile: (claims) => ({
    id: claims.sub, // another one each time
    isOver: claims.age_over_${highest} === true,
  }),
}`;

const authlib = ({ issuer, clientId, scope, highest }: Values): string => `oauth.register(
    "age",
    client_id="${clientId}",
    client_secret=settings.AGE_CLIENT_SECRET,
    server_metadata_url="${issuer}/.well-known/openid-configuration",
    client_kwargs={"scope": "${scope}", "code_challenge_method": "S256"},
)
# in the view of the redirect address
claims = oauth.age.authorize_access_token(request)["userinfo"]
is_over = claims.get("age_over_${highest}") is True`;

const keycloak = ({ issuer, clientId, scope }: Values): string => `# Identity providers, OpenID Connect v1.0
Discovery endpoint: ${issuer}/.well-known/openid-configuration
Client ID:          ${clientId}
Client secret:      $AGE_CLIENT_SECRET
Scopes:             ${scope}
PKCE:               on, S256
# The subject is another one each time: use a first-login flow that makes no user.`;

const wordpress = ({
  issuer,
  clientId,
  scope,
}: Values): string => `# OpenID Connect Generic; below the age: refuse
Client ID:               ${clientId}
Client secret:           $AGE_CLIENT_SECRET
OpenID scope:            ${scope}
Login endpoint:          ${issuer}/authorize
Userinfo endpoint:       ${issuer}/userinfo
Token endpoint:          ${issuer}/token
Identity key:            sub
# The subject is another one each time: delete the users that this makes.`;

type Values = { issuer: string; clientId: string; redirect: string; scope: string; highest: string };

/** Settings to copy, with the site's own values; the secret is an environment variable. */
const settingsFor = ({ issuer, clientId, redirectUris, thresholds }: Known): CodeInLanguage[] => {
  const values: Values = {
    issuer,
    clientId,
    redirect: redirectUris[0] ?? "",
    scope: ["openid", ...thresholds.map((years) => `age_over:${years}`)].join(" "),
    highest: String(Math.max(...thresholds)).padStart(2, "0"),
  };
  return [
    { id: "apache", name: "Apache", code: apache(values) },
    { id: "nginx", name: "nginx", code: nginx(values) },
    { id: "authjs", name: "Auth.js", code: authjs(values) },
    { id: "authlib", name: "Django", code: authlib(values) },
    { id: "keycloak", name: "Keycloak", code: keycloak(values) },
    { id: "wordpress", name: "WordPress", code: wordpress(values) },
  ];
};

const Settings = ({ site }: { site: SiteSummary }) => {
  const [chosen, setChosen] = useState("apache");
  return <CodeTabs label="the settings" languages={settingsFor(site)} chosen={chosen} onChoose={setChosen} />;
};

type CreateSiteDialogProps = { isOpen: boolean; mode: Mode; onClose: () => void };

export const CreateSiteDialog = ({ isOpen, mode, onClose }: CreateSiteDialogProps) => {
  const { oidcClients } = useTRPC();
  const call = useDialogCall(oidcClients.create.mutationOptions(), onClose, {
    stale: oidcClients.list.queryFilter(),
  });
  const { data } = call;
  if (data && data.secret === null) return <SiteDialog site={data.client} onClose={call.close} />;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={call.close}
      title={data ? "Your new site" : `Add a ${mode} site`}
      about={data ? data.client.clientId : "It asks for ages by OpenID Connect."}
      size="lg"
    >
      {data?.secret ? (
        <SecretOnce
          label="Client secret"
          secret={data.secret}
          note="Copy this secret now and store it with your other secrets. You will not see it again."
          onDone={call.close}
        >
          <Settings site={data.client} />
        </SecretOnce>
      ) : (
        <CreateForm mode={mode} call={call} onCreate={call.mutate} />
      )}
    </Dialog>
  );
};

type SiteDialogProps = { site: SiteSummary | null; onClose: () => void };

/** What the site's software is given. */
export const SiteDialog = ({ site, onClose }: SiteDialogProps) => (
  <Dialog isOpen={site !== null} onClose={onClose} title={site?.name ?? "Site"} size="lg">
    {site && (
      <>
        <Facts
          facts={{
            Issuer: <code className="text-xs break-all">{site.issuer}</code>,
            "Client ID": <code className="text-xs break-all">{site.clientId}</code>,
            "Redirect addresses": <span className="text-xs break-all">{site.redirectUris.join(", ")}</span>,
          }}
        />
        <Settings site={site} />
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </>
    )}
  </Dialog>
);
