"use client";
// The error page for sign-in, invitations and the redirect to a tenant.
export { default } from "./[tenantId]/error.tsx";
