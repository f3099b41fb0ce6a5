"use client";
import { type ComponentType, useEffect, useState } from "react";
import type { BrowserWalletProps } from "./browser-wallet.tsx";

/**
 * The browser's own wallets, loaded where the wallet's form is shown: without scripts there are none, and other
 * methods do without this code.
 */
export const LazyWallet = (props: BrowserWalletProps) => {
  const [Wallet, setWallet] = useState<ComponentType<BrowserWalletProps> | null>(null);
  useEffect(() => {
    void import("./browser-wallet.tsx").then(({ BrowserWallet }) => setWallet(() => BrowserWallet));
  }, []);
  return Wallet && <Wallet {...props} />;
};
