import type { Texts } from "../en/index.ts";

/** What stands around every screen, and the pages that are no verification. */
export const page = {
  frame: {
    by: "التحقق من العمر بواسطة",
    support: "مساعدة من {tenant}",
    language: "اللغة",
  },
  test: {
    badge: "وضع الاختبار",
    about: "لا يجري أي تحقق حقيقي ولا تُحتسب أي رسوم. اختر ما ينبغي أن يحدث:",
    bar: "فُتحت هذه الصفحة بمفتاح اختبار.",
    outcomes: {
      approve: {
        name: "قبول",
        about: "الشخص بلغ العمر المطلوب.",
      },
      under_age: {
        name: "دون العمر",
        about: "ينقص الشخص عام واحد.",
      },
      poor_document: {
        name: "صورة رديئة",
        about: "الصورة غير واضحة؛ تُحتسب محاولة واحدة.",
      },
      provider_error: {
        name: "عطل تقني",
        about: "تتعطل الطريقة؛ تُحتسب محاولة واحدة.",
      },
      expire: {
        name: "انتهاء المدة",
        about: "تنتهي المدة الآن.",
      },
    },
  },
  broken: {
    title: "تعذّر عرض هذه الصفحة",
    text: "حدث خطأ من جانبنا. لم يُتخذ أي قرار، ولم يضِع شيء مما أرسلته من قبل.",
    reference: "إذا سألت أحدًا عن ذلك فاذكر",
    again: "إعادة المحاولة",
  },
  missing: {
    title: "لا توجد صفحة بهذا العنوان",
    text: "قد يكون العنوان ناقصًا أو قديمًا. إذا أرسلك موقع إلى هنا للتحقق من عمرك، فارجع إليه وابدأ من جديد.",
  },
} satisfies Partial<Texts>;
