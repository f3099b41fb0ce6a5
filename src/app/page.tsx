export default function Page() {
  return <main>Lintel</main>;
}
