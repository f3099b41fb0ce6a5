import { Card } from "../../kit/card.tsx";
import { Facts } from "../../kit/facts.tsx";

type Props = {
  name: string;
  email: string | null;
  provider: { name: string; issuer: string } | null;
};

/** Who the identity provider says they are. */
export const ProfileCard = ({ name, email, provider }: Props) => (
  <Card
    title="Profile"
    about="From your identity provider. Change it there; it is read again at your next sign-in."
  >
    <Facts
      facts={[
        { name: "Name", value: name },
        {
          name: "E-mail address",
          value: email ?? (
            <span className="text-soft">
              Not confirmed by your identity provider. Invitations to an address cannot reach you; ask for a
              link instead.
            </span>
          ),
        },
        ...(provider
          ? [
              {
                name: "Signed in with",
                value: (
                  <>
                    {provider.name} <span className="text-soft">({new URL(provider.issuer).host})</span>
                  </>
                ),
              },
            ]
          : []),
      ]}
    />
  </Card>
);
