<?php
/**
 * The ways into WordPress, each of which stops at the gate, and the answer there.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Stops requests.
 */
final class Lintel_Gate_Requests {
	/** Files of WordPress that visitors may always ask: they sign someone in, or answer nobody. */
	const OPEN_FILES = array( 'wp-login.php', 'wp-cron.php', 'wp-activate.php', 'wp-signup.php', 'xmlrpc.php' );

	/** WordPress writes these itself. Whether a request really gets them is decided again when its query is known. */
	const OPEN_TEXTS = array( '/robots.txt', '/favicon.ico' );

	/**
	 * Adds the hooks, each before all others.
	 */
	public static function boot(): void {
		add_action( 'init', array( self::class, 'on_init' ), PHP_INT_MIN );
		add_action( 'parse_request', array( self::class, 'on_parse_request' ), PHP_INT_MIN );
		add_action( 'wp', array( self::class, 'on_wp' ), PHP_INT_MIN );
		add_action( 'pre_comment_on_post', array( self::class, 'on_comment' ), PHP_INT_MIN );
		add_filter( 'xmlrpc_methods', array( self::class, 'without_open_methods' ) );
	}

	/**
	 * Everything that loads WordPress: pages, admin-ajax.php, comments, files of other plugins.
	 */
	public static function on_init(): void {
		if ( ! Lintel_Gate_Settings::is_on() || self::is_nobody() ) {
			return;
		}
		if ( Lintel_Gate::may_see() ) {
			// From here on the pages hold what others may not see, down to the last list in a sidebar.
			Lintel_Gate_Caches::keep_out();
			return;
		}
		if ( ! Lintel_Gate_Protection::is_whole_site() || self::is_open_file() || self::is_open() || self::may_be_rest() ) {
			return;
		}
		Lintel_Gate::require_proof( self::path() );
	}

	/**
	 * What looked like a call of the REST interface and is none. The interface has its own stop.
	 *
	 * @param WP $wp The request.
	 */
	public static function on_parse_request( $wp ): void {
		if ( empty( $wp->query_vars['rest_route'] ) && Lintel_Gate_Protection::is_whole_site() && ! self::is_nobody() && ! self::is_open() && ! is_admin() ) {
			Lintel_Gate::require_proof( self::path() );
		}
	}

	/**
	 * Pages, attachments, archives, feeds, embeds: what is asked for is known, and nothing is sent yet.
	 */
	public static function on_wp(): void {
		global $wp_query;
		if ( ! Lintel_Gate_Settings::is_on() || self::is_nobody() || is_admin() || is_robots() || is_favicon() ) {
			return;
		}
		if ( Lintel_Gate::may_see() ) {
			Lintel_Gate_Caches::keep_out();
			return;
		}
		if ( Lintel_Gate_Protection::is_whole_site() && self::is_open() && ! in_array( self::path(), self::OPEN_TEXTS, true ) ) {
			Lintel_Gate_Protection::open( is_singular() ? get_queried_object_id() : 0 );
			return;
		}
		if ( Lintel_Gate_Protection::is_protected( $wp_query ) ) {
			Lintel_Gate::require_proof( self::path() );
		}
	}

	/**
	 * Writing a comment under a protected post.
	 *
	 * @param int $post_id The post.
	 */
	public static function on_comment( $post_id ): void {
		$post = get_post( (int) $post_id );
		if ( $post && Lintel_Gate_Protection::is_protected( $post ) ) {
			Lintel_Gate::require_proof( self::path() );
		}
	}

	/**
	 * XML-RPC without the methods that tell about posts without asking who calls. All others need a member of staff.
	 *
	 * @param array $methods Method names and their callbacks.
	 */
	public static function without_open_methods( $methods ): array {
		return Lintel_Gate_Settings::is_on()
			? array_diff_key( $methods, array_flip( array( 'pingback.extensions.getPingbacks', 'mt.getTrackbackPings', 'pingback.ping' ) ) )
			: $methods;
	}

	/**
	 * Sends the refusal's status and headers. It has no body, but for a person who sent a form.
	 *
	 * @param string $return_path Path and query to come back to.
	 */
	public static function refuse( string $return_path ): void {
		if ( ! Lintel_Gate_Settings::is_ready() ) {
			status_header( 503 );
			return;
		}
		$start = self::start_address( $return_path );
		if ( self::is_navigation() ) {
			status_header( 302 );
			header( 'Location: ' . $start );
			// A long address finds room once.
			$start = strlen( $return_path ) > Lintel_Gate_Return_Address::LONG ? self::start_address( '/' ) : $start;
		}
		header( 'Lintel-Gate: ' . $start );
		if ( self::is_navigation() ) {
			return;
		}
		status_header( 401 );
		if ( self::is_sent_form() ) {
			self::ended_page();
		}
	}

	/**
	 * The page for a form that was sent after the proof ended: nothing was sent, and Back still has what was typed.
	 */
	private static function ended_page(): void {
		// The plugin's texts are loaded later than the gate decides.
		load_plugin_textdomain( 'lintel-age-gate', false, dirname( plugin_basename( LINTEL_GATE_FILE ) ) . '/languages' );
		$origin = Lintel_Gate_Settings::origin();
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- checked by Lintel_Gate_Return_Address.
		$from = isset( $_SERVER['HTTP_REFERER'] ) ? (string) wp_unslash( $_SERVER['HTTP_REFERER'] ) : '';
		$back = 0 === strpos( $from, $origin . '/' ) ? substr( $from, strlen( $origin ) ) : '/';
		header( 'Content-Type: text/html; charset=UTF-8' );
		printf(
			'<!doctype html><html lang="%1$s" dir="%2$s"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
			. '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>%3$s</title>'
			. '<body style="font:1.125rem/1.5 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 1.25rem">'
			. '<h1>%3$s</h1><p>%4$s</p><p><a href="%5$s" target="_blank" rel="noopener">%6$s</a></p></html>',
			esc_attr( get_bloginfo( 'language' ) ),
			is_rtl() ? 'rtl' : 'ltr',
			esc_html__( 'Your proof of age has ended', 'lintel-age-gate' ),
			esc_html__( 'Nothing was sent. Prove your age again in a new tab, then come back here, go back to the form and send it again: your browser usually keeps what you typed.', 'lintel-age-gate' ),
			esc_attr( self::start_address( $back ) ),
			esc_html__( 'Prove your age in a new tab', 'lintel-age-gate' )
		);
	}

	/**
	 * The address that starts the age check and comes back to a path.
	 *
	 * @param string $return_path Path and query to come back to.
	 */
	public static function start_address( string $return_path ): string {
		return Lintel_Gate_Return_Address::start( Lintel_Gate_Settings::origin(), Lintel_Gate_Settings::get( 'site_id' ), $return_path );
	}

	/**
	 * Path and query as the browser asked for them.
	 */
	public static function path(): string {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- checked by Lintel_Gate_Return_Address.
		return isset( $_SERVER['REQUEST_URI'] ) ? (string) wp_unslash( $_SERVER['REQUEST_URI'] ) : '/';
	}

	/**
	 * The request's method.
	 */
	public static function method(): string {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- compared, never printed or stored.
		return isset( $_SERVER['REQUEST_METHOD'] ) ? (string) $_SERVER['REQUEST_METHOD'] : '';
	}

	/**
	 * Whether nobody waits for an answer that could be protected: the command line, and jobs.
	 */
	public static function is_nobody(): bool {
		return 'cli' === PHP_SAPI || wp_doing_cron();
	}

	/**
	 * Whether a person opens a page. A redirect would break everything else (fetch, sockets, service workers, forms).
	 */
	public static function is_navigation(): bool {
		return in_array( self::method(), array( 'GET', 'HEAD' ), true ) && self::is_for_person( array( '', 'navigate' ) );
	}

	private static function is_sent_form(): bool {
		return ! in_array( self::method(), array( 'GET', 'HEAD' ), true ) && self::is_for_person( array( 'navigate' ) );
	}

	private static function is_for_person( array $modes ): bool {
		$header = static function ( string $name ): string {
			// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- compared, never printed or stored.
			return isset( $_SERVER[ $name ] ) ? strtolower( (string) $_SERVER[ $name ] ) : '';
		};
		return false !== strpos( $header( 'HTTP_ACCEPT' ), 'text/html' )
			&& in_array( $header( 'HTTP_SEC_FETCH_MODE' ), $modes, true )
			&& '' === $header( 'HTTP_UPGRADE' );
	}

	/**
	 * Whether the program that runs is one that stays open. The first included file is what the server started; nothing
	 * in the request can change it.
	 */
	private static function is_open_file(): bool {
		$file = wp_normalize_path( (string) realpath( get_included_files()[0] ) );
		$root = wp_normalize_path( trailingslashit( (string) realpath( ABSPATH ) ) );
		if ( 0 !== strpos( $file, $root ) ) {
			return false;
		}
		$file = substr( $file, strlen( $root ) );
		return in_array( $file, self::OPEN_FILES, true )
			|| ( 0 === strpos( $file, 'wp-admin/' ) && ! in_array( $file, array( 'wp-admin/admin-ajax.php', 'wp-admin/admin-post.php' ), true ) );
	}

	/**
	 * Whether the owner left this path open. Only as it is written: WordPress reads what it shows from the query too, so
	 * an open path with a query is not open, and no other spelling of it is.
	 */
	private static function is_open(): bool {
		$path = self::path();
		if ( ! in_array( self::method(), array( 'GET', 'HEAD' ), true ) || ! empty( $_SERVER['PATH_INFO'] ) || $_GET || $_POST ) {
			return false;
		}
		return self::is_open_path( $path );
	}

	/**
	 * Whether a path is open by its spelling alone. Only for what reads nothing but the path, such as an uploaded file.
	 *
	 * @param string $path The path, without a query.
	 */
	public static function is_open_path( string $path ): bool {
		if ( 1 !== preg_match( '#\A(/[A-Za-z0-9._~-]+)*/?\z#', $path ) || 1 === preg_match( '#/\.{1,2}(/|\z)#', $path ) ) {
			return false;
		}
		foreach ( array_merge( self::OPEN_TEXTS, Lintel_Gate_Settings::get( 'open_paths' ) ) as $open ) {
			if ( $path === $open || ( '/' === substr( $open, -1 ) && 0 === strpos( $path, $open ) ) ) {
				return true;
			}
		}
		return false;
	}

	private static function may_be_rest(): bool {
		// phpcs:ignore WordPress.Security.NonceVerification -- only whether the word is there.
		return isset( $_GET['rest_route'] ) || isset( $_POST['rest_route'] )
			|| false !== strpos( explode( '?', self::path(), 2 )[0], '/' . rest_get_url_prefix() );
	}
}
