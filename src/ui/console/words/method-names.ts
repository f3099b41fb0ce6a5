const NAMES: Readonly<Record<string, string>> = {
  document: "ID document",
  wallet: "Wallet",
  oidc: "Bank or eID",
  vendor: "Vendor",
  sandbox: "Sandbox",
  tenant: "Your backend",
};

/** A method's name as people say it; one that is not known here keeps its id. */
export const methodName = (method: string): string => NAMES[method] ?? method;
