import type { GateToConfigure } from "./gate-to-configure.ts";

/**
 * A form with the age check in it, for a page whose server stays as it is. Without JavaScript it is a link, after which the
 * code is in the page's address.
 */
export const scriptTagConfiguration = ({ siteId, publicUrl }: GateToConfigure): string => `\
<!-- Once, in the page's head. -->
<link rel="stylesheet" href="${publicUrl}/gate.css">
<script src="${publicUrl}/gate.js" defer></script>

<!-- Your form. It gets the field lintel-response, with a code that works once and for 5 minutes. -->
<form method="post" action="/checkout">
  <lintel-gate site="${siteId}">
    <!-- Where scripts are off. The part after "return=" is your page. -->
    <a href="${publicUrl}/gate/${siteId}/start?answer=code&amp;return=/checkout">Prove your age</a>
  </lintel-gate>
  <button>Continue</button>
</form>

<!-- The code proves nothing yet. Before your server continues, it sends the code to ${publicUrl}/tokens/validate
     with an API key, and compares minimumAge. -->
`;
