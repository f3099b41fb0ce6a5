import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wordpressMissing } from "./support/wordpress.ts";
import { createWordpressWorld, type WordpressWorld } from "./support/wordpress-world.ts";

// "Only what I choose below": every file that WordPress itself makes of what belongs to a closed page, or of what a closed
// page shows, needs proof, and so does a file that nobody claims. Files of open pages stay open.

/** Made by WordPress's own functions. Gives names of files below the folder of uploads, by what the owner did. */
const LIBRARY = (page: number, cellar: number, open: number): string => `
  require_once ABSPATH . 'wp-admin/includes/image.php';
  require_once ABSPATH . 'wp-admin/includes/image-edit.php';
  $folder = wp_upload_dir();
  $name = static function ( $file ) { return _wp_relative_upload_path( $file ); };
  $photo = static function ( $width, $height, $turned = false ) {
    $image = imagecreatetruecolor( $width, $height );
    imagefilledrectangle( $image, 0, 0, $width, (int) ( $height / 2 ), 0xcc3300 );
    ob_start();
    imagejpeg( $image, null, 60 );
    $bytes = ob_get_clean();
    // Exif with one entry: orientation (0x0112) 6, a phone that was held upright.
    $exif = "Exif\\0\\0II*\\0" . pack( 'V', 8 ) . pack( 'v', 1 ) . pack( 'vvVvv', 0x112, 3, 1, 6, 0 ) . pack( 'V', 0 );
    return $turned ? substr( $bytes, 0, 2 ) . "\\xff\\xe1" . pack( 'n', strlen( $exif ) + 2 ) . $exif . substr( $bytes, 2 ) : $bytes;
  };
  $upload = static function ( $file, $bytes, $parent = 0, $type = 'image/jpeg' ) {
    $put = wp_upload_bits( $file, null, $bytes );
    $id = wp_insert_attachment( array( 'post_title' => 'media ' . $file, 'post_mime_type' => $type, 'post_status' => 'inherit' ), $put['file'], $parent );
    wp_update_attachment_metadata( $id, wp_generate_attachment_metadata( $id, $put['file'] ) );
    return $id;
  };
  // Every file in the folder whose name begins so: what WordPress made, not what this test believes.
  $files = static function ( $begin ) use ( $folder ) {
    return array_map( static function ( $file ) { return _wp_relative_upload_path( $file ); }, glob( $folder['path'] . '/' . $begin . '*' ) );
  };
  $show = static function ( $slug, $content, $more = array() ) use ( $page, $cellar ) {
    return wp_insert_post( $more + array( 'post_name' => $slug, 'post_status' => 'publish', 'post_title' => $slug, 'post_content' => wp_slash( $content ),
      'post_type' => 'bottle' ) );
  };
  $url = static function ( $id ) { return wp_get_attachment_url( $id ); };
  $made = array();

  $upload( 'phone.jpg', $photo( 900, 700, true ), ${page} );
  $made['a photo that WordPress turned'] = $files( 'phone' );
  $upload( 'large.jpg', $photo( 3000, 400 ), ${page} );
  $made['a photo that WordPress scaled down'] = $files( 'large' );

  $edited = $upload( 'cut.jpg', $photo( 900, 700 ), ${page} );
  $_REQUEST = array( 'history' => wp_slash( '[{"r":90}]' ), 'target' => 'all', 'context' => '' ) + $_REQUEST;
  $_REQUEST['do'] = 'save';
  $done = wp_save_image( $edited );
  if ( empty( $done->msg ) ) throw new Exception( json_encode( $done ) );
  $made['a picture that was turned in the library'] = $files( 'cut' );

  $pdf = $upload( 'price.pdf', '%PDF-1.4 hidden', ${page}, 'application/pdf' );
  foreach ( array( 'price-pdf.jpg', 'price-pdf-200x300.jpg' ) as $preview ) file_put_contents( $folder['path'] . '/' . $preview, $photo( 200, 300 ) );
  wp_update_attachment_metadata( $pdf, array( 'sizes' => array( 'full' => array( 'file' => 'price-pdf.jpg' ), 'medium' => array( 'file' => 'price-pdf-200x300.jpg' ) ) ) );
  $made['a PDF and its preview'] = $files( 'price' );

  $featured = $upload( 'featured.jpg', $photo( 900, 700 ) );
  set_post_thumbnail( ${cellar}, $featured );
  $made['a featured image that was in the library first'] = $files( 'featured' );

  $block = $upload( 'block.jpg', $photo( 900, 700 ) );
  $show( 'with-block', '<!-- wp:image {"id":' . $block . ',"sizeSlug":"large"} --><figure><img src="" class="wp-image-' . $block . '"/></figure><!-- /wp:image -->' );
  $made['a picture in a block'] = $files( 'block' );

  $gallery = array( $upload( 'wall-a.jpg', $photo( 400, 300 ) ), $upload( 'wall-b.jpg', $photo( 400, 300 ) ) );
  $show( 'with-gallery', '[gallery columns="2" ids="' . implode( ', ', $gallery ) . '"]' );
  $made['pictures in a gallery'] = $files( 'wall' );

  $html = $upload( 'by-html.jpg', $photo( 900, 700 ) );
  $show( 'with-html', '<a href="' . $url( $html ) . '"><img src=' . substr( wp_get_attachment_image_url( $html, 'medium' ), 6 ) . '></a>' );
  $made['a picture in HTML'] = $files( 'by-html' );

  $umlaut = $upload( 'by hand.jpg', $photo( 400, 300 ) );
  $show( 'with-json', '<!-- wp:cover ' . wp_json_encode( array( 'url' => $url( $umlaut ) ) ) . ' /-->' );
  $made['a picture in the settings of a block'] = $files( 'by-hand' );

  $pattern = $upload( 'reused.jpg', $photo( 400, 300 ) );
  $shared = wp_insert_post( array( 'post_type' => 'wp_block', 'post_status' => 'publish', 'post_title' => 'shared', 'post_content' => '<img src="' . $url( $pattern ) . '">' ) );
  $show( 'with-pattern', '<!-- wp:block {"ref":' . $shared . '} /-->' );
  $made['a picture in a block that is reused'] = $files( 'reused' );

  $builder = $upload( 'builder.jpg', $photo( 400, 300 ) );
  update_post_meta( $show( 'with-builder', '' ), '_builder_data', wp_slash( wp_json_encode( array( array( 'image' => array( 'id' => $builder, 'url' => $url( $builder ) ) ) ) ) ) );
  $made['a picture that a page builder keeps in a field'] = $files( 'builder' );
  $product = $upload( 'product.jpg', $photo( 400, 300 ) );
  update_post_meta( $show( 'with-product-gallery', '' ), '_product_image_gallery', $product . ',999999' );
  $made['a picture of a product gallery'] = $files( 'product' );

  wp_upload_bits( 'nobody.jpg', null, 'nobody' );
  wp_upload_bits( 'nobody-1.css', null, 'nobody' );
  $made['files that nobody claims'] = $files( 'nobody' );

  $free = $upload( 'free.jpg', $photo( 3000, 700, true ), ${open} );
  file_put_contents( get_attached_file( $free ) . '.webp', 'webp' );
  $loose = $upload( 'loose.jpg', $photo( 900, 700 ) );
  wp_update_post( array( 'ID' => ${open}, 'post_content' => 'opentext <img src="' . $url( $loose ) . '">' ) );
  wp_upload_bits( 'styles-1.css', null, 'styles' );
  return array( 'path' => wp_parse_url( $folder['baseurl'], PHP_URL_PATH ), 'month' => trim( $folder['subdir'], '/' ), 'closed' => $made,
    'open' => array_merge( $files( 'free' ), $files( 'loose' ) ), 'ids' => array( 'featured' => $featured, 'html' => $html, 'loose' => $loose, 'free' => $free ) );`;

type Library = {
  path: string;
  month: string;
  closed: Record<string, string[]>;
  open: string[];
  ids: Record<"featured" | "html" | "loose" | "free", number>;
};

describe.skipIf(wordpressMissing !== null)(
  wordpressMissing ?? "files of closed pages",
  { timeout: 180_000 },
  () => {
    let world: WordpressWorld;
    let library: Library;
    const get = (name: string, headers: Record<string, string> = {}) =>
      world.site.ask(`${library.path}/${name}`, { headers });
    const statuses = async (names: readonly string[], headers: Record<string, string> = {}) => {
      const found: [string, number][] = [];
      for (const name of names) found.push([name, (await get(name, headers)).status]);
      return found;
    };
    beforeAll(async () => {
      world = await createWordpressWorld();
      const { page, cellar, open } = world.ids;
      library = await world.site.php<Library>(
        `$page = ${page}; $cellar = ${cellar}; ${LIBRARY(page, cellar, open)}`,
      );
      await world.setParts();
      const rule =
        await world.site.php<string>(`require_once LINTEL_GATE_FOLDER . '/admin/class-lintel-gate-server-rules.php';
        return Lintel_Gate_Server_Rules::nginx( Lintel_Gate_Uploads::folder()['path'] );`);
      await world.site.configure(rule);
    });
    afterAll(() => world.close());

    test("need proof, whatever the owner and WordPress did with them", async () => {
      for (const [deed, names] of Object.entries(library.closed)) {
        expect(names.length, deed).toBeGreaterThan(0);
        expect([deed, await statuses(names)]).toEqual([deed, names.map((name) => [name, 401])]);
        expect([deed, await statuses(names, { cookie: world.proof })]).toEqual([
          deed,
          names.map((name) => [name, 200]),
        ]);
      }
      // As many as WordPress made of them, so that a change of its names is seen here.
      expect(Object.values(library.closed).flat().length).toBeGreaterThan(40);
    });

    test("are no obstacle for files of open pages and of no page", async () => {
      expect(library.open.length).toBeGreaterThan(8);
      expect(await statuses(library.open)).toEqual(library.open.map((name) => [name, 200]));
    });

    test("stand in no list of media for those without proof", async () => {
      const listed = async (headers: Record<string, string> = {}) =>
        (
          JSON.parse((await world.open("/wp-json/wp/v2/media?per_page=100&_fields=id", headers)).text) as {
            id: number;
          }[]
        ).map(({ id }) => id);
      const { featured, html, loose, free } = library.ids;
      const without = await listed();
      expect(without).toContain(loose);
      expect(without).toContain(free);
      expect(without).not.toContain(featured);
      expect(without).not.toContain(html);
      expect((await world.open(`/wp-json/wp/v2/media/${featured}`)).status).toBe(401);
      expect((await world.open(`/?attachment_id=${html}`)).status).toBe(302);
      const withProof = await listed({ cookie: world.proof });
      for (const id of [featured, html, loose, free]) expect(withProof).toContain(id);
    });

    test("follow the pages: at once when one is put in, and open again when it is taken out", async () => {
      const { loose } = library.ids;
      const [name] = library.open.filter((file) => file.includes("loose"));
      const put = (content: string) =>
        world.site.php(
          `return wp_update_post( array( 'ID' => ${world.ids.bottle}, 'post_content' => '${content}' ) );`,
        );
      const status = async () => (await get(name ?? "")).status;
      expect(await status()).toBe(200);
      await put(`<img class="wp-image-${loose}">`);
      expect(await status()).toBe(401);
      await put("nothing");
      expect(await status()).toBe(200);
      await world.site.php(`return set_post_thumbnail( ${world.ids.bottle}, ${loose} );`);
      expect(await status()).toBe(401);
      await world.site.php(`return delete_post_thumbnail( ${world.ids.bottle} );`);
      expect(await status()).toBe(200);
      // What is chosen decides, too.
      await put(`<img class="wp-image-${loose}">`);
      expect(await status()).toBe(401);
      await world.setParts({ post_types: [] });
      expect(await status()).toBe(200);
      await world.setParts();
      expect(await status()).toBe(401);
      await put("nothing");
    });

    test("stay closed unless their path is listed as open: a page builder's style sheets", async () => {
      const sheet = `${library.month}/styles-1.css`;
      expect((await get(`${sheet}?ver=3`)).status).toBe(401);
      for (const scope of ["parts", "site"]) {
        await world.setParts({ scope, open_paths: [`${library.path}/${sheet}`] });
        for (const query of ["", "?ver=3"]) {
          expect([scope, query, (await get(sheet + query)).status]).toEqual([scope, query, 200]);
        }
        expect((await get(`${library.month}/nobody-1.css`)).status).toBe(401);
        expect((await get(`${library.month}/./nobody-1.css?${sheet}`)).status).toBe(401);
        expect((await get(`${library.month}/styles-1.css%2f..%2fnobody-1.css`)).status).not.toBe(200);
      }
      await world.setParts();
    });

    test("give PHP nothing to complain about", () => {
      const own = world.site
        .complaints()
        .split("\n")
        .filter((line) => line.includes("lintel-age-gate"));
      expect(own).toEqual([]);
    });
  },
);
