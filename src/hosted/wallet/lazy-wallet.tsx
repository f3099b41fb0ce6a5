"use client";
import { type ComponentType, useEffect, useState } from "react";
import type { BrowserWalletProps } from "./browser-wallet.tsx";

// Every step of the hosted page loads the code of all its forms, and has a budget for it.

/**
 * The browser's own wallets, loaded where the wallet's form is shown: without scripts there are none, and other
 * methods do without this code. Draws nothing before.
 */
export const LazyWallet = (props: BrowserWalletProps) => {
  const [Wallet, setWallet] = useState<ComponentType<BrowserWalletProps> | null>(null);
  useEffect(() => {
    let isGone = false;
    void import("./browser-wallet.tsx").then(
      ({ BrowserWallet }) => {
        if (!isGone) setWallet(() => BrowserWallet);
      },
      // The code for another phone stays.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return Wallet && <Wallet {...props} />;
};
