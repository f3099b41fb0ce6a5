"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAccess } from "#ui/console/access.tsx";
import { problemOf } from "#ui/console/session/problem.ts";
import { LogoField } from "#ui/console/settings/logo-field.tsx";
import { useToast } from "#ui/kit/use-toast.ts";
import { useTRPC } from "../../client/trpc.ts";

export const Logo = ({ logo }: { logo: string | null }) => {
  const { refusal } = useAccess();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const { mutate, isPending, error } = useMutation(
    trpc.settings.setLogo.mutationOptions({
      onSuccess: async (_nothing, { png }) => {
        await queries.invalidateQueries({ queryKey: trpc.settings.get.queryKey() });
        toast.done(png === null ? "Logo removed" : "Logo saved");
      },
    }),
  );
  return (
    <LogoField
      logo={logo}
      refusal={refusal("settings.write")}
      isBusy={isPending}
      error={error ? problemOf(error).message : undefined}
      onChange={(png) => mutate({ png })}
    />
  );
};
