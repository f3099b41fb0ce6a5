<?php
/**
 * The fields of the settings page.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Prints fields.
 */
final class Lintel_Gate_Fields {
	/** More pages than this are not a list that anybody reads; their numbers can be typed. */
	const MOST_PAGES = 200;

	/** Lintel's address. */
	public static function address(): void {
		self::text( 'address', 'url', 'https://age.example.com', __( 'The address of your Lintel, without a path.', 'lintel-age-gate' ) );
	}

	/** The site's id. */
	public static function site_id(): void {
		self::text( 'site_id', 'text', 'gat_…', '' );
	}

	/** The age that is asked for. */
	public static function threshold(): void {
		self::text( 'threshold', 'text', '18', __( 'The same age as in Lintel’s console. If your policy there decides, write policy.', 'lintel-age-gate' ) );
	}

	/** The secret. It is never printed. */
	public static function secret(): void {
		if ( defined( 'LINTEL_GATE_SECRET' ) ) {
			echo '<p id="lintel-gate-secret">' . esc_html__( 'Set by LINTEL_GATE_SECRET in wp-config.php.', 'lintel-age-gate' ) . '</p>';
			return;
		}
		$is_set = '' !== Lintel_Gate_Settings::secret();
		printf(
			'<input type="password" id="lintel-gate-secret" name="%s" value="" class="regular-text code" dir="ltr" autocomplete="off" spellcheck="false" placeholder="%s" aria-describedby="lintel-gate-secret-about">',
			esc_attr( Lintel_Gate_Settings::SECRET_OPTION ),
			esc_attr( $is_set ? '••••••••' : 'gs_…' )
		);
		$about = $is_set
			? __( 'A secret is stored. Leave this empty to keep it.', 'lintel-age-gate' )
			: __( 'The console shows it once. You can put it into wp-config.php instead, as LINTEL_GATE_SECRET.', 'lintel-age-gate' );
		self::about( 'secret', $about );
	}

	/** How much is protected. */
	public static function scope(): void {
		self::choices(
			'scope',
			'radio',
			__( 'Protect', 'lintel-age-gate' ),
			array(
				'off'   => __( 'Nothing yet', 'lintel-age-gate' ),
				'site'  => __( 'The whole site', 'lintel-age-gate' ),
				'parts' => __( 'Only what I choose below', 'lintel-age-gate' ),
			),
			array( Lintel_Gate_Settings::get( 'scope' ) ),
			__( 'The login page and the dashboard always stay open. People who can edit posts see everything.', 'lintel-age-gate' )
		);
	}

	/** Chosen pages. */
	public static function pages(): void {
		self::choices( 'pages', 'checkbox', __( 'Pages', 'lintel-age-gate' ), self::all_pages(), Lintel_Gate_Settings::get( 'pages' ), '' );
	}

	/** Chosen posts, and pages that the list has no room for, by number. */
	public static function more_pages(): void {
		$more = array_diff( Lintel_Gate_Settings::get( 'pages' ), array_keys( self::all_pages() ) );
		printf(
			'<input type="text" id="lintel-gate-more_pages" name="%s[more_pages]" value="%s" class="regular-text" dir="ltr" inputmode="numeric" aria-describedby="lintel-gate-more_pages-about">',
			esc_attr( Lintel_Gate_Settings::OPTION ),
			esc_attr( implode( ', ', $more ) )
		);
		self::about( 'more_pages', __( 'Their IDs, separated by commas. The ID is in the address of the edit screen: post=123.', 'lintel-age-gate' ) );
	}

	/** Chosen categories. */
	public static function categories(): void {
		$categories = get_terms( array( 'taxonomy' => 'category', 'hide_empty' => false, 'fields' => 'id=>name' ) );
		self::choices( 'categories', 'checkbox', __( 'Categories', 'lintel-age-gate' ), is_array( $categories ) ? $categories : array(), Lintel_Gate_Settings::get( 'categories' ), __( 'Categories inside a chosen one are included.', 'lintel-age-gate' ) );
	}

	/** Chosen types of content. */
	public static function post_types(): void {
		$types = wp_list_pluck( get_post_types( array( 'public' => true ), 'objects' ), 'label', 'name' );
		self::choices( 'post_types', 'checkbox', __( 'Types of content', 'lintel-age-gate' ), $types, Lintel_Gate_Settings::get( 'post_types' ), '' );
	}

	/** What lists show of protected posts. */
	public static function titles(): void {
		self::choices(
			'titles',
			'radio',
			__( 'In lists, feeds and search results', 'lintel-age-gate' ),
			array(
				'hide' => __( 'Leave protected content out', 'lintel-age-gate' ),
				'show' => __( 'Show its title and link only', 'lintel-age-gate' ),
			),
			array( Lintel_Gate_Settings::get( 'titles' ) ),
			__( 'Search results and sitemaps always leave it out.', 'lintel-age-gate' )
		);
	}

	/** Open paths. */
	public static function open_paths(): void {
		printf(
			'<textarea id="lintel-gate-open_paths" name="%s[open_paths]" rows="4" class="regular-text code" dir="ltr" spellcheck="false" aria-describedby="lintel-gate-open_paths-about">%s</textarea>',
			esc_attr( Lintel_Gate_Settings::OPTION ),
			esc_textarea( implode( "\n", Lintel_Gate_Settings::get( 'open_paths' ) ) )
		);
		self::about( 'open_paths', __( 'For a site that is protected as a whole: one path per line, such as /imprint/ or /health. A path that ends in / opens everything below it.', 'lintel-age-gate' ) );
	}

	private static function all_pages(): array {
		$pages = get_posts( array( 'post_type' => 'page', 'post_status' => array( 'publish', 'private', 'draft', 'future' ), 'numberposts' => self::MOST_PAGES, 'orderby' => 'title', 'order' => 'ASC' ) );
		return wp_list_pluck( $pages, 'post_title', 'ID' );
	}

	private static function text( string $name, string $type, string $example, string $about ): void {
		printf(
			'<input type="%s" id="lintel-gate-%s" name="%s[%s]" value="%s" class="regular-text code" dir="ltr" spellcheck="false" placeholder="%s"%s>',
			esc_attr( $type ),
			esc_attr( $name ),
			esc_attr( Lintel_Gate_Settings::OPTION ),
			esc_attr( $name ),
			esc_attr( Lintel_Gate_Settings::get( $name ) ),
			esc_attr( $example ),
			'' === $about ? '' : ' aria-describedby="lintel-gate-' . esc_attr( $name ) . '-about"'
		);
		self::about( $name, $about );
	}

	private static function choices( string $name, string $type, string $legend, array $choices, array $chosen, string $about ): void {
		echo '<fieldset><legend class="screen-reader-text">' . esc_html( $legend ) . '</legend>';
		// A long list gets its own frame, which the keyboard can scroll.
		$is_long = count( $choices ) > 12;
		if ( $is_long ) {
			echo '<div class="wp-tab-panel" tabindex="0" role="group" aria-label="' . esc_attr( $legend ) . '">';
		}
		foreach ( $choices as $value => $label ) {
			printf(
				'<label><input type="%s" name="%s[%s]%s" value="%s"%s> %s</label><br>',
				esc_attr( $type ),
				esc_attr( Lintel_Gate_Settings::OPTION ),
				esc_attr( $name ),
				'checkbox' === $type ? '[]' : '',
				esc_attr( (string) $value ),
				checked( in_array( (string) $value, array_map( 'strval', $chosen ), true ), true, false ),
				esc_html( '' === $label ? __( '(no title)', 'lintel-age-gate' ) : $label )
			);
		}
		echo $is_long ? '</div>' : '';
		if ( ! $choices ) {
			echo '<p>' . esc_html__( 'There are none.', 'lintel-age-gate' ) . '</p>';
		}
		self::about( $name, $about );
		echo '</fieldset>';
	}

	private static function about( string $name, string $about ): void {
		if ( '' !== $about ) {
			echo '<p class="description" id="lintel-gate-' . esc_attr( $name ) . '-about">' . esc_html( $about ) . '</p>';
		}
	}
}
