<?php
/**
 * Two addresses of this site belong to Lintel: /.well-known/lintel/<site>/start and …/callback. They are asked of
 * Lintel from here, so that the proof is a cookie of this site's own host.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * A reverse proxy for exactly these two addresses.
 */
final class Lintel_Gate_Forwarding {
	/** Which methods each address takes. */
	const METHODS = array(
		'start'    => array( 'GET', 'HEAD', 'POST' ),
		'callback' => array( 'GET', 'HEAD' ),
	);

	/** What is sent to Lintel of the browser's headers: the language, and how the address was opened. No login. */
	const SENT = array( 'Accept', 'Accept-Language', 'Origin', 'User-Agent', 'Sec-Fetch-Site', 'Sec-Fetch-Mode', 'Sec-Fetch-Dest', 'Sec-Fetch-User' );

	/** What comes back of Lintel's headers. */
	const RETURNED = array( 'Content-Type', 'Content-Language', 'Content-Security-Policy', 'Location', 'Referrer-Policy', 'Retry-After', 'X-Content-Type-Options', 'X-Frame-Options', 'X-Robots-Tag', 'Cross-Origin-Opener-Policy', 'Permissions-Policy' );

	const LARGEST_FORM  = 4096;
	const LARGEST_REPLY = 262144;

	/**
	 * Adds the hook.
	 */
	public static function boot(): void {
		add_action( 'init', array( self::class, 'on_init' ), PHP_INT_MIN );
	}

	/**
	 * Answers if the address is one of the two, whatever rewrite rules or permalinks there are.
	 */
	public static function on_init(): void {
		if ( 'cli' === PHP_SAPI || '' === Lintel_Gate_Settings::get( 'site_id' ) ) {
			return;
		}
		list( $path, $query ) = array_pad( explode( '?', Lintel_Gate_Requests::path(), 2 ), 2, null );
		$action               = self::action( $path, Lintel_Gate_Settings::get( 'site_id' ) );
		if ( null !== $action ) {
			self::answer( $action, $query );
			exit;
		}
	}

	/**
	 * "start", "callback", or null for every other path.
	 *
	 * @param string $path    Path as the browser asked for it.
	 * @param string $site_id The gate's id.
	 */
	public static function action( string $path, string $site_id ): ?string {
		foreach ( array_keys( self::METHODS ) as $action ) {
			if ( '/.well-known/lintel/' . $site_id . '/' . $action === $path ) {
				return $action;
			}
		}
		return null;
	}

	/**
	 * The cookies of a header that are Lintel's. Nobody else's leave the site.
	 *
	 * @param string $header A Cookie header.
	 */
	public static function own_cookies( string $header ): string {
		$own = array_filter(
			array_map( 'trim', explode( ';', $header ) ),
			static function ( string $pair ): bool {
				return 1 === preg_match( '/\A__Host-lintel_[A-Za-z0-9_-]+=[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*\z/', $pair );
			}
		);
		return implode( '; ', $own );
	}

	/**
	 * Whether Lintel may set this cookie here: its own names, bound to this host.
	 *
	 * @param string $cookie A Set-Cookie header.
	 */
	public static function is_own_cookie( string $cookie ): bool {
		return 1 === preg_match( '/\A__Host-lintel_[A-Za-z0-9_-]+=[\x20-\x7e]*\z/', $cookie );
	}

	private static function answer( string $action, ?string $query ): void {
		Lintel_Gate_Caches::keep_out();
		$method = self::server( 'REQUEST_METHOD' );
		if ( ! in_array( $method, self::METHODS[ $action ], true ) ) {
			header( 'Allow: ' . implode( ', ', self::METHODS[ $action ] ) );
			status_header( 405 );
			return;
		}
		if ( ! Lintel_Gate_Settings::is_ready() ) {
			status_header( 503 );
			return;
		}
		$body = 'POST' === $method ? self::form() : '';
		if ( null === $body ) {
			return;
		}
		$url = Lintel_Gate_Settings::gate_address() . '/' . $action;
		if ( null !== $query ) {
			// Lintel reads the query as the browser wrote it; only what cannot stand in a request line is encoded.
			$url .= '?' . preg_replace_callback( '/[^\x21-\x7e]/', static function ( array $byte ): string { return rawurlencode( $byte[0] ); }, $query );
		}
		$response = wp_remote_request( $url, self::request( $method, $body ) );
		if ( is_wp_error( $response ) ) {
			status_header( 503 );
			header( 'Retry-After: 30' );
			header( 'Content-Type: text/plain; charset=utf-8' );
			echo esc_html__( 'The age check does not answer at the moment. Please try again in a minute.', 'lintel-age-gate' );
			return;
		}
		self::pass_on( $response, $method );
	}

	/** The form's bytes; null after an answer that refuses them. */
	private static function form(): ?string {
		$type = strtolower( trim( explode( ';', self::server( 'CONTENT_TYPE' ), 2 )[0] ) );
		if ( 'application/x-www-form-urlencoded' !== $type ) {
			status_header( 415 );
			return null;
		}
		$body = (string) file_get_contents( 'php://input', false, null, 0, self::LARGEST_FORM + 1 );
		if ( strlen( $body ) > self::LARGEST_FORM ) {
			status_header( 413 );
			return null;
		}
		return $body;
	}

	private static function request( string $method, string $body ): array {
		$headers = array();
		foreach ( self::SENT as $name ) {
			$value = self::server( 'HTTP_' . strtoupper( str_replace( '-', '_', $name ) ) );
			if ( '' !== $value ) {
				$headers[ $name ] = $value;
			}
		}
		$cookies = self::own_cookies( self::server( 'HTTP_COOKIE' ) );
		if ( '' !== $cookies ) {
			$headers['Cookie'] = $cookies;
		}
		if ( 'POST' === $method ) {
			$headers['Content-Type'] = 'application/x-www-form-urlencoded';
		}
		$request = array(
			'method'              => $method,
			'headers'             => $headers,
			'timeout'             => 10,
			'redirection'         => 0,
			'sslverify'           => true,
			'limit_response_size' => self::LARGEST_REPLY,
			'user-agent'          => isset( $headers['User-Agent'] ) ? $headers['User-Agent'] : 'Lintel Age Gate for WordPress',
		);
		return 'POST' === $method ? $request + array( 'body' => $body ) : $request;
	}

	private static function pass_on( array $response, string $method ): void {
		status_header( (int) wp_remote_retrieve_response_code( $response ) );
		header( 'Lintel-Forwarded-By: wordpress' );
		foreach ( self::RETURNED as $name ) {
			$value = wp_remote_retrieve_header( $response, $name );
			foreach ( '' === $value ? array() : (array) $value as $one ) {
				header( $name . ': ' . $one, false );
			}
		}
		// Several cookies are several headers: joined by commas they would be one broken cookie.
		foreach ( (array) wp_remote_retrieve_header( $response, 'set-cookie' ) as $cookie ) {
			if ( ! self::is_own_cookie( $cookie ) ) {
				continue;
			}
			header( 'Set-Cookie: ' . $cookie, false );
			list( $pair, $attributes ) = array_pad( explode( ';', $cookie, 2 ), 2, '' );
			if ( 0 === strpos( $pair, Lintel_Gate_Cookie::name( Lintel_Gate_Settings::get( 'threshold' ) ) . '=' ) ) {
				// For as long as the proof, and gone with it.
				header( 'Set-Cookie: ' . Lintel_Gate_Caches::passing_cookie() . '=1;' . $attributes, false );
			}
		}
		if ( 'HEAD' !== $method ) {
			// A complete page from the service that the owner chose, under its own Content-Security-Policy.
			// phpcs:ignore WordPress.Security.EscapeOutput
			echo wp_remote_retrieve_body( $response );
		}
	}

	private static function server( string $name ): string {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- passed on by exact lists.
		return isset( $_SERVER[ $name ] ) ? (string) wp_unslash( $_SERVER[ $name ] ) : '';
	}
}
