export const dynamic = "force-dynamic";

export const GET = () =>
  Response.json({ verificationId: "ver_00000000000000000000000000", status: "pending" });
